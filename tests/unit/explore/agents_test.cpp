// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/explore/search/improvement.h"
#include "core/explore/search/search_algorithm.h"

#include <cmath>
#include <numbers>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::explore;

namespace {

constexpr std::size_t kWidth = 4;

/// Two objectives whose best compromises lie on a line through the cube.
std::vector<double> twoGoals(std::span<const double> x) {
    double rest = 0;
    for (std::size_t d = 1; d < kWidth; ++d)
        rest += (x[d] - 0.3) * (x[d] - 0.3);
    return {x[0] + rest, 1.0 - std::sqrt(x[0]) + rest};
}

struct Searched {
    std::vector<double> asked, values;
};

Searched search(SearchAlgorithm& algorithm, std::size_t evaluations, std::size_t width = kWidth) {
    Searched run;
    while (run.asked.size() < evaluations * width) {
        const auto points = algorithm.ask();
        std::vector<double> values, violations;
        for (std::size_t i = 0; i < points.size(); i += width) {
            const auto goals = twoGoals(points.subspan(i, width));
            values.insert(values.end(), goals.begin(), goals.end());
            violations.push_back(points[i] < 0.2 ? 1.0 : 0.0); // the constraint x0 >= 0.2
        }
        run.asked.insert(run.asked.end(), points.begin(), points.end());
        for (std::size_t i = 0; i < violations.size(); ++i)
            if (violations[i] == 0)
                run.values.insert(run.values.end(), values.begin() + std::ptrdiff_t(2 * i),
                                  values.begin() + std::ptrdiff_t(2 * i + 2));
        algorithm.tell({values, 2}, violations);
    }
    return run;
}

std::unique_ptr<SearchAlgorithm> agent(const QByteArray& name, std::uint64_t seed,
                                       std::vector<Gene> genes = std::vector<Gene>(kWidth)) {
    if (name == "ants") return antColony(std::move(genes), 2, seed, {.ants = 8, .archive = 16});
    SurrogateSettings settings{.first = 12, .rows = 64};
    if (name == "forest") settings.model = SurrogateSettings::Model::Forest;
    return surrogateSearch(std::move(genes), 2, seed, settings);
}

double volumeOfRandom(std::uint64_t seed, std::size_t evaluations) {
    CounterRandom random(seed, 99);
    std::vector<double> values;
    for (std::size_t i = 0; i < evaluations; ++i) {
        std::vector<double> x;
        for (std::size_t d = 0; d < kWidth; ++d)
            x.push_back(random.nextUniform());
        if (x[0] < 0.2) continue;
        const auto goals = twoGoals(x);
        values.insert(values.end(), goals.begin(), goals.end());
    }
    return hypervolume({values, 2}, std::vector<double>{1.2, 1.2});
}

} // namespace

/// Ant colony and searches with a surrogate.
class AgentsTest : public QObject {
    Q_OBJECT

private slots:
    void agents_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"ants", "bayesian", "forest"})
            QTest::newRow(name) << QByteArray(name);
    }

    void beatsRandomPoints_data() { agents_data(); }
    void beatsRandomPoints() {
        QFETCH(QByteArray, name);
        // A forest has learned nothing from 60 points: over 48 runs it finds what random points find.
        const std::size_t evaluations = name == "forest" ? 200 : 60;
        constexpr std::uint64_t kSeeds = 6; // single runs differ by more than what agents gain
        double found = 0, random = 0;
        for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
            const auto run = search(*agent(name, seed), evaluations);
            found += hypervolume({run.values, 2}, std::vector<double>{1.2, 1.2}) / kSeeds;
            random += volumeOfRandom(seed, evaluations) / kSeeds;
        }
        qInfo("hypervolume %.4f, of random points %.4f", found, random);
        QVERIFY(found > random * (name == "bayesian" ? 1.15 : 1.02));
    }

    void sameSeedSameQuestions_data() { agents_data(); }
    void sameSeedSameQuestions() {
        QFETCH(QByteArray, name);
        const auto asked = [&](std::uint64_t seed) { return search(*agent(name, seed), 30).asked; };
        QVERIFY(asked(4) == asked(4));
        QVERIFY(asked(4) != asked(5));
    }

    void questionsKeepToTheSteps_data() { agents_data(); }
    void questionsKeepToTheSteps() {
        QFETCH(QByteArray, name);
        const auto run = search(*agent(name, 2, {{}, {5, true}, {3, false}, {1, true}}), 40);
        for (std::size_t i = 0; i < run.asked.size(); i += kWidth) {
            const double fifth = run.asked[i + 1] * 5 - 0.5, third = run.asked[i + 2] * 3 - 0.5;
            QVERIFY(std::abs(fifth - std::round(fifth)) < 1e-9 && std::abs(third - std::round(third)) < 1e-9);
            QCOMPARE(run.asked[i + 3], 0.5);
            QVERIFY(run.asked[i] >= 0 && run.asked[i] < 1);
        }
    }

    /// Of a table, no other point is asked for, and none twice.
    void poolIsKept() {
        std::vector<double> pool;
        CounterRandom random(7);
        for (std::size_t i = 0; i < 80 * kWidth; ++i)
            pool.push_back(random.nextUniform());
        const auto algorithm = surrogateSearch(std::vector<Gene>(kWidth), 2, 1, {.first = 8, .pool = pool});
        const auto run = search(*algorithm, 40);
        std::set<std::vector<double>> rows, asked;
        for (std::size_t i = 0; i < pool.size(); i += kWidth)
            rows.emplace(pool.begin() + std::ptrdiff_t(i), pool.begin() + std::ptrdiff_t(i + kWidth));
        for (std::size_t i = 0; i < run.asked.size(); i += kWidth)
            QVERIFY(asked.emplace(run.asked.begin() + std::ptrdiff_t(i), run.asked.begin() + std::ptrdiff_t(i + kWidth))
                        .second);
        QVERIFY(std::ranges::includes(rows, asked));
    }

    /// A surrogate tells how far its predictions lay; other agents have none.
    void errorsAreTold() {
        const auto bayesian = agent("bayesian", 3);
        QVERIFY(bayesian->surrogateErrors().empty());
        (void)search(*bayesian, 60);
        const auto errors = bayesian->surrogateErrors();
        QCOMPARE(errors.size(), std::size_t{2});
        QVERIFY(errors[0].points >= 40 && errors[0].median < 0.2 && errors[0].explained > 0.5);
        const auto ants = agent("ants", 3);
        (void)search(*ants, 60);
        QVERIFY(ants->surrogateErrors().empty());
    }

    void survivesWhereNothingCanExist_data() { agents_data(); }
    void survivesWhereNothingCanExist() {
        QFETCH(QByteArray, name);
        const auto algorithm = agent(name, 1);
        for (int round = 0; round < 4; ++round) {
            const std::size_t count = algorithm->ask().size() / kWidth;
            const std::vector<double> values(2 * count, std::nan("")),
                violations(count, std::numeric_limits<double>::infinity());
            algorithm->tell({values, 2}, violations);
        }
        QVERIFY(!algorithm->ask().empty());
    }

    /// Without variance, the expected gain is the gain.
    void gainOfCertainPoints_data() {
        QTest::addColumn<int>("objectives");
        for (const int objectives : {1, 2, 3, 4})
            QTest::addRow("%d", objectives) << objectives;
    }
    void gainOfCertainPoints() {
        QFETCH(int, objectives);
        const auto wide = static_cast<std::size_t>(objectives);
        CounterRandom random(11, wide);
        const std::vector<double> reference(wide, 1.0);
        std::vector<double> front;
        for (std::size_t i = 0; i < 12 * wide; ++i)
            front.push_back(1.1 * random.nextUniform()); // some beyond the reference
        const Improvement improvement({front, wide}, reference);
        const double before = hypervolume({front, wide}, reference);
        for (int trial = 0; trial < 50; ++trial) {
            std::vector<double> grown = front;
            std::vector<learn::Prediction> point;
            for (std::size_t m = 0; m < wide; ++m) {
                point.push_back({1.1 * random.nextUniform(), 0.0});
                grown.push_back(point.back().mean);
            }
            const double gain = hypervolume({grown, wide}, reference) - before;
            QVERIFY(std::abs(improvement.expected(point) - gain) < 1e-9);
        }
    }

    /// With variance, it is the mean over draws.
    void gainIsTheMeanOverDraws() {
        const std::vector<double> front{0.2, 0.8, 0.5, 0.4, 0.9, 0.1}, reference{1.0, 1.0};
        const Improvement improvement({front, 2}, reference);
        const std::vector<learn::Prediction> point{{0.35, 0.04}, {0.5, 0.01}};
        const double before = hypervolume({front, 2}, reference);
        CounterRandom random(5);
        double mean = 0;
        constexpr int kDraws = 40'000;
        for (int i = 0; i < kDraws; ++i) {
            const double radius = std::sqrt(-2.0 * std::log(1.0 - random.nextUniform())),
                         angle = 2.0 * std::numbers::pi * random.nextUniform();
            std::vector<double> grown = front;
            grown.push_back(0.35 + 0.2 * radius * std::cos(angle));
            grown.push_back(0.5 + 0.1 * radius * std::sin(angle));
            mean += (hypervolume({grown, 2}, reference) - before) / kDraws;
        }
        QVERIFY(std::abs(improvement.expected(point) / mean - 1.0) < 0.03);
    }
};

QTEST_GUILESS_MAIN(AgentsTest)
#include "agents_test.moc"
