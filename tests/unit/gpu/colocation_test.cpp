// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/sharing/colocation.h"

#include "core/hardware/gpu/gpu.h"

#include <QTest>

using namespace strata;
using gpu::SharingMode;
using gpu::Tenant;

namespace {

hardware::Gpu device() {
    hardware::Gpu gpu;
    gpu.id = gpu.name = "made-up";
    gpu.architecture = "made-up";
    gpu.sms = 100;
    gpu.clock_hz = 1e9;
    gpu.memory_bytes_per_s = 1e12;
    gpu.memory_bytes = 8e10;
    gpu.l2_bytes = 4e7;
    gpu.process_nm = 7;
    gpu.vector_flop_per_clock[static_cast<std::size_t>(NumberType::Fp32)] = 128;
    return gpu;
}

workload::Kernel product(double m) {
    workload::Matmul shape;
    shape.m = m;
    shape.n = 4096;
    shape.k = 4096;
    return {shape, NumberType::Fp32, NumberType::Fp32, NumberType::Fp32, NumberType::Fp32};
}

workload::Kernel copy() { return {workload::VectorOp{workload::VectorFunction::Add, 65536, 4096, 2, 1}}; }

gpu::Colocation run(SharingMode mode, std::vector<Tenant> tenants) {
    const auto result = gpu::colocate(device(), mode, tenants, {});
    return result ? *result : gpu::Colocation{};
}

} // namespace

class ColocationTest : public QObject {
    Q_OBJECT

private slots:
    void aKernelByItselfIsNotSlowed();
    void instancesDoNotFeelEachOther();
    void clientsOnTheirSmsShareMemoryOnly();
    void twoStreamsOfOneKindShareTheTime();
    void clientsThatAskForAllSmsShareThem();
    void refusesSharesThatAreNotThere_data();
    void refusesSharesThatAreNotThere();
};

void ColocationTest::aKernelByItselfIsNotSlowed() {
    const auto result = run(SharingMode::Streams, {{product(4096)}});
    QCOMPARE(result.tenants.size(), std::size_t{1});
    QVERIFY(qAbs(result.tenants[0].slowdown() - 1.0) < 1e-6);
}

void ColocationTest::instancesDoNotFeelEachOther() {
    const auto result = run(SharingMode::Mig, {{copy(), 40}, {copy(), 60}});
    for (const auto& tenant : result.tenants)
        QVERIFY(qAbs(tenant.slowdown() - 1.0) < 1e-6);
    // A copy is as fast as its share of the memory.
    QVERIFY(qAbs(result.tenants[0].seconds / result.tenants[1].seconds - 1.5) < 0.05);
}

void ColocationTest::clientsOnTheirSmsShareMemoryOnly() {
    const auto mixed = run(SharingMode::Mps, {{product(8192), 50}, {copy(), 50}});
    QVERIFY2(mixed.tenants[0].slowdown() < 1.15, "a product asks for little bandwidth");
    const auto alike = run(SharingMode::Mps, {{copy(), 50}, {copy(), 50}});
    QVERIFY2(alike.tenants[0].slowdown() > 1.5, "two copies ask for more than there is");
}

void ColocationTest::twoStreamsOfOneKindShareTheTime() {
    const auto result = run(SharingMode::Streams, {{product(8192)}, {product(8192)}});
    for (const auto& tenant : result.tenants) {
        QVERIFY(tenant.slowdown() > 1.4);
        QVERIFY(tenant.slowdown() < 2.4);
        QVERIFY(tenant.low_s <= tenant.seconds && tenant.seconds <= tenant.high_s);
    }
}

void ColocationTest::clientsThatAskForAllSmsShareThem() {
    const auto whole = run(SharingMode::Mps, {{product(8192), 100}, {product(8192), 100}});
    const auto halves = run(SharingMode::Mps, {{product(8192), 50}, {product(8192), 50}});
    QVERIFY(whole.tenants[0].alone.seconds < halves.tenants[0].alone.seconds);
    QVERIFY(whole.tenants[0].slowdown() > 1.4);
    QVERIFY(halves.tenants[0].slowdown() < 1.2);
}

void ColocationTest::refusesSharesThatAreNotThere_data() {
    QTest::addColumn<int>("mode");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("second");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("instances beyond the device") << int(SharingMode::Mig) << 60.0 << 50.0 << "/1/sms";
    QTest::newRow("a client beyond the device") << int(SharingMode::Mps) << 50.0 << 101.0 << "/1/sms";
    QTest::newRow("SMs of a stream") << int(SharingMode::Streams) << 0.0 << 10.0 << "/1/sms";
}

void ColocationTest::refusesSharesThatAreNotThere() {
    QFETCH(int, mode);
    QFETCH(double, first);
    QFETCH(double, second);
    QFETCH(QString, pointer);
    const std::vector<Tenant> tenants{{copy(), first}, {copy(), second}};
    const auto result = gpu::colocate(device(), static_cast<SharingMode>(mode), tenants, {});
    QVERIFY(!result);
    QCOMPARE(QString::fromStdString(result.error().pointer), pointer);
}

QTEST_APPLESS_MAIN(ColocationTest)
#include "colocation_test.moc"
