// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/variance_prior.h"

#include <QTest>

#include <cmath>
#include <random>
#include <vector>

using namespace strata::assess;

namespace {

/// Sampled variances of `groups` groups whose own variances are drawn around 0.04 with `prior` degrees of freedom.
std::vector<SampledVariance> drawn(int groups, double prior, int degrees) {
    std::mt19937 random(11);
    std::chi_squared_distribution<double> own(prior), sampled(degrees);
    std::vector<SampledVariance> found;
    for (int i = 0; i < groups; ++i) {
        const double variance = 0.04 * prior / own(random);
        found.push_back({variance * sampled(random) / degrees, static_cast<double>(degrees)});
    }
    return found;
}

} // namespace

class VariancePriorTest : public QObject {
    Q_OBJECT

private slots:
    /// Abramowitz and Stegun, tables 6.1 and 6.3 and equations 6.3.2, 6.3.3, 6.4.2 and 6.4.4.
    void derivativesOfLogGamma() {
        QVERIFY(std::abs(digamma(1.0) + 0.5772156649) < 1e-9);
        QVERIFY(std::abs(digamma(0.5) + 1.9635100260) < 1e-9);
        QVERIFY(std::abs(trigamma(1.0) - 1.6449340668) < 1e-9);
        QVERIFY(std::abs(trigamma(0.5) - 4.9348022005) < 1e-9);
    }

    void findsWhatVariancesWereDrawnFrom_data() {
        QTest::addColumn<double>("prior");
        QTest::addColumn<int>("degrees");
        QTest::newRow("variances differ") << 3.0 << 4;
        QTest::newRow("variances alike") << 12.0 << 4;
        QTest::newRow("two devices each") << 4.0 << 2;
    }

    void findsWhatVariancesWereDrawnFrom() {
        QFETCH(double, prior);
        QFETCH(int, degrees);
        const SampledVariance found = variancePrior(drawn(4000, prior, degrees), 0.0);
        QVERIFY2(std::abs(std::log(found.variance / 0.04)) < 0.1, std::to_string(found.variance).c_str());
        QVERIFY2(std::abs(std::log(found.degrees / prior)) < 0.3, std::to_string(found.degrees).c_str());
    }

    void fewGroupsTellNoSpread() {
        QCOMPARE(variancePrior({}, 0.07).variance, 0.07);
        const std::vector<SampledVariance> two = drawn(2, 3.0, 4);
        QCOMPARE(variancePrior(two, 0.0).degrees, 2.0);
        QCOMPARE(variancePrior(drawn(4000, 1000.0, 4), 0.0).degrees, 20.0);
    }
};

QTEST_APPLESS_MAIN(VariancePriorTest)
#include "variance_prior_test.moc"
