// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/learn/boosted.h"
#include "core/learn/forest.h"
#include "core/learn/gaussian_process.h"

#include <cmath>
#include <QTest>

using namespace strata;
using namespace strata::learn;

namespace {

/// Depends on the first of three inputs alone.
double wave(double x) { return 10.0 + std::sin(6.0 * x); }

struct Sample {
    Points rows;
    std::vector<double> flat, values;
};

Sample sampleOf(std::size_t count, std::uint64_t seed) {
    Sample sample;
    CounterRandom random(seed);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<double> row{random.nextUniform(), random.nextUniform(), random.nextUniform()};
        sample.values.push_back(wave(row[0]));
        sample.flat.insert(sample.flat.end(), row.begin(), row.end());
        sample.rows.push_back(std::move(row));
    }
    return sample;
}

} // namespace

/// Models that are learned from a few points.
class LearnModelsTest : public QObject {
    Q_OBJECT

private slots:
    void gaussianProcessLearnsWhatMatters() {
        const Sample sample = sampleOf(40, 1), fresh = sampleOf(50, 2);
        const GaussianProcess process = fitGaussianProcess(sample.flat, 3, sample.values, {}, 80);
        QVERIFY(process.scales.lengths[0] < 0.5 * process.scales.lengths[1]);
        QVERIFY(process.scales.lengths[0] < 0.5 * process.scales.lengths[2]);
        double squares = 0;
        const auto predictions = predicted(process, fresh.flat);
        const auto means = predictedMeans(process, fresh.flat);
        for (std::size_t i = 0; i < fresh.values.size(); ++i) {
            squares += std::pow(predictions[i].mean - fresh.values[i], 2) / 50.0;
            QVERIFY(std::abs(means[i] - predictions[i].mean) < 1e-9);
        }
        QVERIFY(std::sqrt(squares) < 0.05); // of a spread of 0.7
    }

    /// It knows where it knows little.
    void varianceGrowsAwayFromThePoints() {
        const std::vector<double> points{0.0, 0.1, 0.2, 0.3}, values{0.0, 0.6, 0.9, 0.5};
        const GaussianProcess process = fitGaussianProcess(points, 1, values, {}, 40);
        const auto told = predicted(process, std::vector<double>{0.1, 0.9});
        QVERIFY(std::abs(told[0].mean - 0.6) < 0.1);
        QVERIFY(told[1].variance > 10 * told[0].variance);
    }

    /// Words are 0 or 1 apart, whatever their places.
    void wordsHaveNoOrder() {
        const std::vector<double> points{0.1, 0.5, 0.9}, values{1, 2, 3};
        const GaussianProcess process =
            fitGaussianProcess(points, 1, values, {.lengths = {0.3}, .unordered = {true}}, 0);
        const auto told = predicted(process, std::vector<double>{0.3, 0.7});
        QVERIFY(std::abs(told[0].mean - told[1].mean) < 1e-9);
    }

    void forestAndBoostedTreesLearn() {
        const Sample sample = sampleOf(400, 3), fresh = sampleOf(100, 4);
        const auto forest = fitForest(sample.rows, sample.values, {.trees = 32});
        const auto boosted =
            fitBoosted(sample.rows, sample.values, {.trees = 200, .depth = 3, .fewest = 4, .row_share = 0.7});
        double by_forest = 0, by_boosted = 0;
        for (std::size_t i = 0; i < fresh.values.size(); ++i) {
            by_forest += std::abs(forestValue(forest, fresh.rows[i]).mean - fresh.values[i]) / 100.0;
            by_boosted += std::abs(boostedValue(boosted, fresh.rows[i]) - fresh.values[i]) / 100.0;
        }
        QVERIFY(by_forest < 0.1 && by_boosted < 0.1);
        QVERIFY(forestValue(forest, fresh.rows[0]).variance >= 0);
        const auto again = fitForest(sample.rows, sample.values, {.trees = 32});
        QVERIFY(again == forest);
    }

    void noPoints() {
        QCOMPARE(boostedValue(fitBoosted({}, {}, {}), std::vector<double>{}), 0.0);
        QCOMPARE(forestValue({}, std::vector<double>{}).mean, 0.0);
    }
};

QTEST_GUILESS_MAIN(LearnModelsTest)
#include "models_test.moc"
