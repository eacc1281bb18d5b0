// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/compose_residuals.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace strata::assess;

namespace {

/// Models that err by so much, whose kernels tell so much.
std::vector<ModelError> drawn(double sigma, double kernel_sigma) {
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    std::vector<ModelError> errors;
    for (int i = 0; i < 4000; ++i)
        errors.push_back({std::to_string(i % 4), 0.01 + sigma * normal(random), kernel_sigma});
    return errors;
}

bool near(double value, double expected) { return std::abs(value - expected) < 0.04 * expected; }

} // namespace

class ComposeResidualsTest : public QObject {
    Q_OBJECT

private slots:
    /// Where models err less than their kernels tell, part of the kernels' errors does not show in them.
    void smallErrorsShowKernelsInPart() {
        const auto errors = drawn(0.03, 0.06);
        QVERIFY2(near(kernelsShown(errors), 0.5), std::to_string(kernelsShown(errors)).c_str());
        QCOMPARE(modelResidual(errors, "model").sigma, 0.0);
    }

    /// Where they err more, the rest is the runtime's.
    void largeErrorsAreTheRuntimes() {
        const auto errors = drawn(0.05, 0.03);
        QCOMPARE(kernelsShown(errors), 1.0);
        const double sigma = modelResidual(errors, "model").sigma;
        QVERIFY2(near(sigma, 0.04), std::to_string(sigma).c_str());
    }

    /// At a distance the spread is that of the tenths, less what the kernels tell; nothing is added for a new device.
    void distancesKeepTheirTenths() {
        const auto errors = drawn(0.05, 0.03);
        const auto residual = residualAtDistance(errors, "serving", strata::gpu::Distance::Sibling);
        QCOMPARE(residual.key.at("distance"), std::string("sibling"));
        QVERIFY(!residual.key.contains("seen"));
        QVERIFY2(near(residual.sigma, 0.04), std::to_string(residual.sigma).c_str());
        QVERIFY(near(residual.p90 - residual.p10, 2 * 1.2816 * 0.05));
        QVERIFY(servingResidual(errors, "serving").p90 > residual.p90);
    }

    void nothingKnownShowsAll() { QCOMPARE(kernelsShown({}), 1.0); }
};

QTEST_APPLESS_MAIN(ComposeResidualsTest)
#include "compose_residuals_test.moc"
