// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/reliability.h"

#include <QTest>

#include <cmath>

using namespace strata::system;

class ReliabilityTest : public QObject {
    Q_OBJECT

private slots:
    void bestIntervalIsBest();
    void shareFallsWithDevices();
    void slowestOfManyIsSlower();
};

void ReliabilityTest::bestIntervalIsBest() {
    Reliability runs{5.0e7, 120.0, 0.0, 600.0, 0.0};
    const UsefulTime best = usefulTime(runs, 4096);
    // Daly's first order: sqrt(2 delta M).
    QVERIFY(std::abs(best.interval_s / std::sqrt(2.0 * 120.0 * 5.0e7 / 4096.0) - 1.0) < 0.05);
    for (const double factor : {0.7, 1.4}) {
        runs.checkpoint_interval_s = factor * best.interval_s;
        QVERIFY(usefulTime(runs, 4096).share < best.share);
    }
}

void ReliabilityTest::shareFallsWithDevices() {
    const Reliability runs{5.0e7, 120.0, 0.0, 600.0, 0.0};
    QVERIFY(usefulTime(runs, 1024).share > usefulTime(runs, 16384).share);
    QCOMPARE(usefulTime({}, 16384).share, 1.0);
    QVERIFY(std::abs(usefulTime(runs, 16384).failures_per_day - 86400.0 * 16384.0 / 5.0e7) < 1e-9);
}

void ReliabilityTest::slowestOfManyIsSlower() {
    QCOMPARE(slowestAt(0.5, 1024, 0.0), 1.0);
    QVERIFY(std::abs(slowestAt(0.5, 1, 0.02) - 1.0) < 1e-4);
    QVERIFY(slowestAt(0.5, 1024, 0.02) > slowestAt(0.5, 8, 0.02));
    QVERIFY(slowestAt(0.95, 1024, 0.02) > slowestAt(0.5, 1024, 0.02));
    QCOMPARE(slowestMean(1024, 0.0), 1.0);
    QVERIFY(std::abs(slowestMean(1, 0.02) - 1.0) < 1e-6);
    // Expected largest of 2, 10 and 1000 normal values (L. H. C. Tippett, Biometrika 17, 1925).
    QVERIFY(std::abs(slowestMean(2, 1.0) - 1.0 - 0.56419) < 0.01);
    QVERIFY(std::abs(slowestMean(10, 1.0) - 1.0 - 1.53875) < 0.01);
    QVERIFY(std::abs(slowestMean(1000, 1.0) - 1.0 - 3.24144) < 0.01);
}

QTEST_GUILESS_MAIN(ReliabilityTest)
#include "reliability_test.moc"
