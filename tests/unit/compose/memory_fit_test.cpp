// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/memory_fit.h"

#include "tests/unit/compose/sample_device.h"

#include <QTest>

#include <cmath>

using namespace strata;
using namespace strata::compose;

namespace {

workload::MemoryDemand demandOf(double batch) {
    workload::MemoryDemand demand;
    demand.weight_bytes = 6e9;
    demand.activation_bytes = 1e9 * batch;
    demand.kv_cache_bytes = 0.5e9 * batch;
    return demand;
}

} // namespace

class MemoryFitTest : public QObject {
    Q_OBJECT
private slots:
    void fits();
    void saysHowMuchAndWhat();
    void findsTheLargestBatch();
    void runningBatchFollowsTheCache();
};

void MemoryFitTest::fits() {
    const MemoryFit fit = fitMemory(test::sampleDevice(), demandOf(4));
    QVERIFY(fit.fits);
    QCOMPARE(fit.overBytes(), 0.0);
    QCOMPARE(fit.needed_bytes, 12e9);
    QVERIFY(fit.available_bytes < 16e9);
    hardware::Gpu unknown = test::sampleDevice();
    unknown.memory_bytes = 0; // not known: nothing to hold against it
    QVERIFY(fitMemory(unknown, demandOf(4)).fits);
}

void MemoryFitTest::saysHowMuchAndWhat() {
    RuntimeCosts costs;
    costs.reserved_bytes = 1e9;
    const MemoryFit fit = fitMemory(test::sampleDevice(), costs, demandOf(10));
    QVERIFY(!fit.fits);
    QCOMPARE(fit.overBytes(), 6e9);
    QCOMPARE(fit.needed_bytes, 21e9);
    QCOMPARE(fit.available_bytes, 15e9);
}

void MemoryFitTest::findsTheLargestBatch() {
    const hardware::Gpu gpu = test::sampleDevice();
    const double largest = largestBatch(gpu, 100, demandOf);
    QCOMPARE(largest, 6.0);
    QVERIFY(fitMemory(gpu, demandOf(largest)).fits && !fitMemory(gpu, demandOf(largest + 1)).fits);
    QCOMPARE(largestBatch(gpu, 3, demandOf), 3.0);
    QCOMPARE(largestBatch(gpu, 100, [](double) { return workload::MemoryDemand{20e9}; }), 0.0);
}

void MemoryFitTest::runningBatchFollowsTheCache() {
    MemoryFit fit;
    fit.available_bytes = 10e9;
    fit.needed_bytes = 4e9;
    QCOMPARE(runningBatch(fit, 0.1e9, 128), 60.0);
    QCOMPARE(runningBatch(fit, 0.1e9, 16), 16.0);
    QCOMPARE(runningBatch(fit, 7e9, 16), 1.0);
    QCOMPARE(runningBatch(fit, 0, 16), 16.0);
}

QTEST_APPLESS_MAIN(MemoryFitTest)
#include "memory_fit_test.moc"
