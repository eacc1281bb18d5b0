// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/training/training_fit.h"
#include "core/system/coefficients.h"

#include <cmath>
#include <QTest>
#include <span>

using namespace strata;
using namespace strata::assess;

namespace {

hardware::Residual residual(const char* key, const char* value, double p90) {
    hardware::Residual one;
    one.key = {{"class", "step"}, {key, value}};
    one.p10 = -p90;
    one.p90 = p90;
    return one;
}

hardware::Calibration trained() {
    hardware::Calibration calibration;
    calibration.id = std::string(system::kTrainingCalibration);
    calibration.groups = {{{{"architecture", "one"}}, {}, 0},
                          {{{"architecture", "one"}, {"class", "wide dense"}}, {}, 0}};
    calibration.residuals = {residual("seen", "no", 0.4), residual("distance", "engine", 0.2),
                             residual("distance", "generation", 0.6)};
    return calibration;
}

} // namespace

/// The interval of a training step is that of its distance to what was measured.
class TrainingDistanceTest : public QObject {
    Q_OBJECT

private slots:
    void theNearerTheNarrower() {
        const hardware::Calibration calibration = trained();
        system::TrainingJob dense, sparse;
        sparse.model.moe.experts = 8;
        const auto width = [&](const char* architecture, const system::TrainingJob& job) {
            return system::resolveTraining(std::span(&calibration, 1), architecture, job);
        };
        QCOMPARE(width("one", dense).distance, std::string_view("engine"));
        QCOMPARE(width("one", dense).log_p90, 0.2);
        QCOMPARE(width("two", dense).distance, std::string_view("generation"));
        QCOMPARE(width("two", dense).log_p10, -0.6);
        // Nobody was left out at this distance: what all show.
        QCOMPARE(width("one", sparse).distance, std::string_view("sibling"));
        QCOMPARE(width("one", sparse).log_p90, 0.4);
    }

    void residualsSayTheirDistance() {
        std::map<std::string, std::vector<LogError>, std::less<>> errors;
        for (std::size_t publisher = 0; publisher < 6; ++publisher) {
            for (int row = 0; row < 20; ++row) {
                const double own = 0.01 * row - 0.1, offset = publisher % 2 == 0 ? 1.0 : -1.0;
                errors["engine"].push_back({publisher, 0.05 * offset + own});
                errors["generation"].push_back({publisher, 0.4 * offset + own});
            }
        }
        const auto residuals = trainingResiduals(errors);
        const auto of = [&](const char* key, const char* value) {
            for (const hardware::Residual& residual : residuals) {
                const auto found = residual.key.find(key);
                if (found != residual.key.end() && found->second == value) return residual;
            }
            return hardware::Residual{};
        };
        QCOMPARE(residuals.size(), std::size_t(3));
        const auto near = of("distance", "engine"), far = of("distance", "generation"), any = of("seen", "no");
        QVERIFY(near.p90 > 0.0 && far.p90 > 2.0 * near.p90);
        QVERIFY(any.p90 > near.p90 && any.p90 < far.p90);
        QVERIFY(near.p10 < 0.0 && far.p10 < near.p10);
    }
};

QTEST_GUILESS_MAIN(TrainingDistanceTest)
#include "training_distance_test.moc"
