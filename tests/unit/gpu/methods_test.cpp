// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/gpu/calibration/ceilings.h"
#include "core/gpu/hierarchy.h"
#include "core/gpu/power/running_clock.h"
#include "core/gpu/predictor.h"
#include "core/gpu/products/block_grid.h"
#include "core/gpu/rivals/roofline.h"
#include "core/gpu/rivals/table_method.h"
#include "core/gpu/rivals/wave_scaling.h"

#include <cmath>
#include <QtTest>

using namespace strata;
using workload::Kernel;
using workload::Matmul;
using workload::VectorFunction;
using workload::VectorOp;

namespace {

/// Round numbers: 100 SMs at 1 GHz, 12.8 TFLOP/s in fp32, 1 TB/s.
hardware::Gpu device() {
    hardware::Gpu gpu;
    gpu.id = gpu.name = "round";
    gpu.sms = 100;
    gpu.clock_hz = 1e9;
    gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 128;
    gpu.matrix_flop_per_clock[index(NumberType::Bf16)] = 1024;
    gpu.memory_bytes_per_s = 1e12;
    gpu.l2_bytes = 40e6;
    gpu.memory_bytes = 40e9;
    return gpu;
}

Kernel product(double m, double n, double k) { return {Matmul{1, m, n, k, true}}; }
Kernel addition(double rows, double cols) { return {VectorOp{VectorFunction::Add, rows, cols, 2, 1}}; }

} // namespace

class MethodsTest : public QObject {
    Q_OBJECT

private slots:
    void rooflineTakesTheLongerSide() {
        const auto compute = gpu::predictRoofline(device(), product(4096, 4096, 4096));
        QCOMPARE(compute.seconds, 2 * std::pow(4096.0, 3) / 12.8e12);
        QCOMPARE(compute.limit, gpu::Limit::Compute);
        // Of 120 MB, 40 MB may lie in L2 and stay there.
        const auto memory = gpu::predictRoofline(device(), addition(10000, 1000));
        QCOMPARE(memory.dram_bytes, 80e6);
        QCOMPARE(memory.seconds, 80e-6);
        QCOMPARE(memory.limit, gpu::Limit::Memory);
        const auto resident = gpu::predictRoofline(device(), addition(1000, 1000));
        QCOMPARE(resident.dram_bytes, 0.0);
        QCOMPARE(resident.seconds, 12e6 / gpu::l2BytesPerSecond(device()));
        QCOMPARE(resident.limit, gpu::Limit::L2);
    }

    void boardsRunAtTheClockThatTheyReach() {
        hardware::Gpu gpu = device();
        QCOMPARE(gpu::atRunningClock(gpu).clock_hz, 1e9);
        gpu.running_clock_ratio = 1.1;
        QCOMPARE(gpu::atRunningClock(gpu).clock_hz, 1.1e9);
        const double printed_s = gpu::predictRoofline(device(), product(4096, 4096, 4096)).seconds;
        QCOMPARE(printed_s / gpu::predictRoofline(gpu, product(4096, 4096, 4096)).seconds, 1.1);
    }

    void roofsComeFromTheDatasheet() {
        const auto roofs = gpu::ceilings(device());
        QCOMPARE(roofs.front().per_s, 1024.0 * 100e9);
        QVERIFY(roofs.front().matrix && roofs.front().type == NumberType::Bf16);
        QCOMPARE(gpu::l2BytesPerSecond(device()), 32.0 * 100e9);
        hardware::Gpu measured = device();
        measured.l2_bytes_per_clock = 4000; // which runs at the clock of the SMs
        QCOMPARE(gpu::l2BytesPerSecond(measured), 4000.0 * 1e9);
        measured.clock_hz *= 2;
        QCOMPARE(gpu::l2BytesPerSecond(measured), 4000.0 * 2e9);
        QCOMPARE(gpu::sharedBytesPerSecond(device()), 128.0 * 100e9);
    }

    void gridsCoverTheShape() {
        for (const double m : {1.0, 100.0, 4096.0, 5000.0}) {
            for (const double n : {64.0, 1000.0, 4096.0}) {
                const gpu::BlockGrid grid = gpu::blockGrid(device(), product(m, n, 512));
                QCOMPARE(grid.blocks, std::ceil(m / grid.tile_m) * std::ceil(n / grid.tile_n));
                QCOMPARE(grid.waves, std::ceil(grid.blocks / 100));
                QVERIFY(grid.flop * grid.blocks >= 2 * m * n * 512);
            }
        }
        // 100 tiles of 128 x 128 fill the device once: neither smaller nor larger tiles would be better.
        const gpu::BlockGrid full = gpu::blockGrid(device(), product(1280, 1280, 4096));
        QCOMPARE(full.tile_m * full.tile_n, 128.0 * 128.0);
    }

    void hierarchyIsNeverBelowTheRoofline() {
        for (const Kernel& kernel :
             {product(4096, 4096, 4096), product(16, 4096, 4096), addition(1 << 14, 1 << 12), product(64, 64, 8192)}) {
            const auto bound = gpu::predictRoofline(device(), kernel);
            const auto time = gpu::predictHierarchy(device(), kernel);
            QVERIFY(time.seconds > bound.seconds);
            QVERIFY(std::abs(time.compute_s + time.memory_s + time.tail_s + time.fixed_s - time.seconds) < 1e-12);
        }
        // Four tiles on 4 of 100 SMs: averages give the kernel four hundredths of the device.
        QVERIFY(gpu::predictHierarchy(device(), product(64, 64, 8192)).seconds > 2.0 * 64 * 64 * 8192 / 0.512e12);
    }

    void wavesScaleByBandwidthAndByUnits() {
        hardware::Gpu half = device();
        half.memory_bytes_per_s /= 2;
        half.sms /= 2;
        const double same = gpu::scaleByWaves(device(), device(), product(4096, 4096, 4096), 1e-3).seconds;
        QVERIFY(std::abs(same - 1e-3) < 1e-15);
        // Half of everything takes twice the time, whatever binds it.
        for (const Kernel& kernel : {product(4096, 4096, 4096), addition(1 << 14, 1 << 12)}) {
            QVERIFY(std::abs(gpu::scaleByWaves(device(), half, kernel, 1e-3).seconds - 2e-3) < 1e-9);
        }
        // Below one wave more SMs do not help.
        hardware::Gpu wide = device();
        wide.sms *= 2;
        QVERIFY(std::abs(gpu::scaleByWaves(device(), wide, product(64, 64, 4096), 1e-3).seconds - 1e-3) < 1e-12);
    }

    /// Half the roofline everywhere: any shape between is at half the roofline too.
    void tablesKeepUtilization() {
        std::vector<gpu::MeasuredKernel> rows;
        for (const double m : {128.0, 512.0, 2048.0}) {
            for (const double k : {256.0, 1024.0, 4096.0}) {
                rows.push_back({product(m, 1024, k), 2 * gpu::predictRoofline(device(), product(m, 1024, k)).seconds});
            }
        }
        const gpu::MeasuredTable table(device(), rows);
        QCOMPARE(table.size(), std::size_t{9});
        const Kernel between = product(777, 1024, 999);
        const auto time = table.predict(between);
        QVERIFY(time && !time->extrapolated);
        QVERIFY(std::abs(time->seconds / gpu::predictRoofline(device(), between).seconds - 2) < 1e-6);
        QVERIFY(table.predict(product(100000, 1024, 999))->extrapolated);
        QVERIFY(!table.predict(addition(100, 100)));
    }

    void spreadsAreThoseOfTheClass() {
        hardware::Calibration calibration;
        calibration.residuals = {{{{"class", "linear"}, {"seen", "no"}, {"size", "long"}}, -0.1, 0, 0.2, 0.1, 0.5, 9},
                                 {{{"class", "softmax"}, {"seen", "no"}, {"size", "long"}}, -0.5, 0, 0.4, 0.1, 0.5, 9},
                                 {{{"class", "linear"}, {"seen", "yes"}, {"size", "long"}}, -9, 0, 9, 0.1, 0.5, 9}};
        const auto known = gpu::logSpread(calibration, workload::KernelClass::Linear, false);
        QCOMPARE(known.p10, -0.1);
        QCOMPARE(known.p90, 0.2);
        const auto unknown = gpu::logSpread(calibration, workload::KernelClass::Moe, false);
        QCOMPARE(unknown.p10, -0.5);
        QCOMPARE(unknown.p90, 0.4);
    }

    void unknownMethodsNameTheKnown() {
        const auto predictor = gpu::kernelPredictor("gpu.til", device(), {});
        QVERIFY(!predictor);
        QCOMPARE(predictor.error().code, std::string("unknown-method"));
        QVERIFY(messageText(predictor.error().expected).find("gpu.tile") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(MethodsTest)
#include "methods_test.moc"
