// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/vector/vector_kernels.h"

#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/engine_profile.h"

#include <cmath>
#include <memory>
#include <QTest>
#include <string>

using namespace strata;
using namespace strata::gpu;
using workload::VectorFunction;

class VectorKernelsTest : public QObject {
    Q_OBJECT

    static hardware::Gpu device() {
        hardware::Gpu gpu;
        gpu.architecture = "Test";
        gpu.unified_l1 = true;
        gpu.sms = 80;
        gpu.clock_hz = 1.4e9;
        gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 128;
        gpu.shared_bytes = 98304;
        gpu.threads_per_sm = 2048;
        gpu.blocks_per_sm = 32;
        gpu.l2_bytes = 6e6;
        gpu.l2_bytes_per_clock = 2e12 / gpu.clock_hz;
        gpu.memory_bytes_per_s = 9e11;
        return gpu;
    }

    static KernelTime predicted(VectorFunction function, double rows, double cols, double inputs = 1) {
        const hardware::Gpu gpu = device();
        return predictVector(gpu, resolveVector(gpu, {}), {workload::VectorOp{function, rows, cols, inputs, 1}});
    }

    static double rate(const KernelTime& time, double bytes) { return bytes / time.seconds; }

private slots:
    /// Networks that are built keep the channels of a pixel side by side: a thread of a pool takes a load of them.
    void poolsOfBuiltNetworksShareAddresses() {
        hardware::Gpu gpu = device();
        const auto secondsOf = [&](double channels, NumberType type) {
            const workload::Kernel pool{workload::VectorOp{VectorFunction::Pool, 512 * 3136, channels, 4, 1}, type,
                                        type, type, type};
            return predictVector(gpu, resolveVector(gpu, {}), pool);
        };
        const double framework = secondsOf(64, NumberType::Int8).seconds;
        const double odd = secondsOf(63, NumberType::Int8).seconds;
        hardware::EngineProfile profile;
        profile.builds_networks = profile.graph_replay = true;
        gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
        const KernelTime built = secondsOf(64, NumberType::Int8);
        QVERIFY2(built.seconds < framework / 4, qPrintable(QString::number(framework / built.seconds)));
        QVERIFY(built.limit == Limit::Memory);
        QVERIFY(secondsOf(64, NumberType::Fp16).seconds < framework);
        QCOMPARE(secondsOf(63, NumberType::Int8).seconds, odd);
        profile.builds_networks = false; // what is replayed alone has the kernels of frameworks
        gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
        QCOMPARE(secondsOf(64, NumberType::Int8).seconds, framework);
    }

    void partsSumToTheTime() {
        for (const auto function :
             {VectorFunction::Add, VectorFunction::Pow, VectorFunction::Softmax, VectorFunction::LayerNorm}) {
            for (const double cols : {7.0, 768.0, 1600.0, 30000.0}) {
                const KernelTime t = predicted(function, 5000, cols);
                QVERIFY(std::abs(t.compute_s + t.memory_s + t.tail_s + t.fixed_s - t.seconds) <
                        1e-12 * t.seconds + 1e-15);
                QVERIFY(t.compute_s >= 0 && t.memory_s >= 0 && t.seconds > 0);
            }
        }
    }

    void largeTensorsStreamAtTheSustainedBandwidth() {
        const KernelTime t = predicted(VectorFunction::Add, 65536, 4096, 2);
        const double share = rate(t, 65536.0 * 4096 * 12) / 9e11;
        QVERIFY2(share > 0.8 && share < 0.86, qPrintable(QString::number(share)));
        QCOMPARE(t.limit, Limit::Memory);
    }

    void shortRowsOfSoftmaxStayInRegisters() {
        const double rows = 65536;
        const KernelTime in_registers = predicted(VectorFunction::Softmax, rows, 1024);
        const KernelTime in_block = predicted(VectorFunction::Softmax, rows, 1028);
        QCOMPARE(in_registers.dram_bytes, rows * 1024 * 8);
        QVERIFY(in_block.seconds > in_registers.seconds);
        // Rows that no cache holds are read three times.
        const KernelTime from_memory = predicted(VectorFunction::Softmax, rows, 65536);
        QVERIFY(from_memory.dram_bytes > 1.9 * rows * 65536 * 8);
    }

    void rowsThatNeedAnotherStepTakeLonger() {
        // 128 threads with four elements each: 516 columns need a second step.
        QVERIFY(predicted(VectorFunction::LayerNorm, 65536, 516).seconds >
                predicted(VectorFunction::LayerNorm, 65536, 512).seconds);
        QVERIFY(predicted(VectorFunction::LayerNorm, 65536, 2047).seconds >
                predicted(VectorFunction::LayerNorm, 65536, 2048).seconds);
    }

    /// A block of four warps walks a long row alone: no other hides its way to memory, whatever else the device could
    /// do meanwhile. 16 rows of 64 x 256 x 256 floats take 8.1 ms on an H100, 10.1 ms on an A100, 8.4 ms on a T4
    /// (KernelBench, results/timing, PyTorch's eager layer norm).
    void loneBlocksWaitForTheirLoads() {
        const double cols = 64.0 * 256 * 256;
        const std::pair<double, double> measured[] = {{1.98e9, 8.1e-3}, {1.41e9, 10.1e-3}, {1.59e9, 8.44e-3}};
        for (const auto& [clock_hz, seconds] : measured) {
            hardware::Gpu gpu = device();
            gpu.clock_hz = clock_hz;
            gpu.memory_bytes_per_s = 3e12;
            const workload::VectorOp op{VectorFunction::LayerNorm, 16, cols, 1, 1};
            const KernelTime time = predictVector(gpu, resolveVector(gpu, {}), {op});
            QVERIFY2(std::abs(time.seconds / seconds - 1) < 0.2, qPrintable(QString::number(time.seconds)));
        }
        const KernelTime few = predicted(VectorFunction::LayerNorm, 16, cols);
        QVERIFY(predicted(VectorFunction::LayerNorm, 32, cols).seconds < 1.05 * few.seconds);
    }

    void transcendentalFunctionsCostArithmetic() {
        QVERIFY(predicted(VectorFunction::Pow, 65536, 4096).seconds >=
                predicted(VectorFunction::Relu, 65536, 4096).seconds);
        QVERIFY(predicted(VectorFunction::Pow, 65536, 4096).compute_s >
                predicted(VectorFunction::Relu, 65536, 4096).compute_s);
    }

    void lanesThatIssueInTurnTakeLongerForPowers() {
        hardware::Gpu gpu = device();
        const workload::Kernel kernel{workload::VectorOp{VectorFunction::Pow, 65536, 4096, 1, 1}};
        const double at_once = predictVector(gpu, resolveVector(gpu, {}), kernel).seconds;
        gpu.dual_issue = true;
        QVERIFY(predictVector(gpu, resolveVector(gpu, {}), kernel).seconds > 1.02 * at_once);
    }

    /// Depthwise: nine taps of each of 512 channels, whose images are read and written once.
    void directConvolutionsStream() {
        const hardware::Gpu gpu = device();
        workload::Conv2d shape;
        shape.n = 64;
        shape.c = shape.m = shape.groups = 512;
        shape.p = shape.q = 56;
        shape.r = shape.s = 3;
        workload::Kernel kernel{shape};
        kernel.a = kernel.b = kernel.out = NumberType::Fp16;
        const KernelTime t = predictVector(gpu, resolveVector(gpu, {}), kernel);
        const double results = 64.0 * 512 * 56 * 56;
        QCOMPARE(t.flop, 2 * 9 * results);
        QVERIFY(rate(t, 2 * 2 * results) > 0.4 * 9e11 && rate(t, 2 * 2 * results) < 0.9 * 9e11);
        // As a matrix product each group would fill a tile with one column.
        const KernelTime chosen = predict(makeTileModel(gpu, {}), kernel);
        QCOMPARE(chosen.seconds, t.seconds);
        QVERIFY(chosen.extrapolated);
        workload::Conv2d dense = shape;
        dense.groups = 1;
        QVERIFY(predict(makeTileModel(gpu, {}), workload::Kernel{dense}).seconds > 10 * t.seconds);
    }

    /// In 32 bits each result of a depthwise convolution has a thread that divides its place out of its number; in 16
    /// bits channels share addresses, and where images are the groups' own nothing is divided.
    void depthwiseConvolutionsIn32BitsCountIntegers() {
        const hardware::Gpu gpu = device();
        workload::Conv2d shape;
        shape.n = 64;
        shape.c = shape.m = shape.groups = 512;
        shape.p = shape.q = 56;
        shape.r = shape.s = 3;
        const workload::Kernel wide{shape};
        workload::Kernel narrow{shape};
        narrow.a = narrow.b = narrow.out = NumberType::Fp16;
        const TileModel model = makeTileModel(gpu, {});
        QVERIFY(givesResultsThreads(wide) && !givesResultsThreads(narrow));
        const auto value = [](const char* name) {
            for (const VectorField& field : windowFields())
                if (field.name == std::string(name)) return field.start;
            return 0.0;
        };
        const double results = 64.0 * 512 * 56 * 56;
        const double integers_s =
            results * (value("window_clocks") + 9 * value("filter_tap_clocks")) / (64 * 80 * 1.4e9);
        QVERIFY(predict(model, wide).seconds >= integers_s);
        QVERIFY(predict(model, wide).seconds < integers_s + 2 * predict(model, narrow).seconds);
        QVERIFY(predict(model, wide).seconds > 2 * predict(model, narrow).seconds);
        shape.groups = 64; // eight channels share a filter: another kernel
        QVERIFY(!givesResultsThreads(workload::Kernel{shape}));
    }

    /// Each result of a window takes integers for its place, and more for each element that it combines.
    void windowsCountIntegers() {
        hardware::Gpu gpu = device();
        gpu.memory_bytes_per_s = 9e13;
        const auto secondsOf = [&](double taps) {
            return predictVector(gpu, resolveVector(gpu, {}),
                                 {workload::VectorOp{VectorFunction::Pool, 512, 200704, taps, 1}})
                .compute_s;
        };
        const auto value = [](const char* name) {
            for (const VectorField& field : windowFields())
                if (field.name == std::string(name)) return field.start;
            return 0.0;
        };
        const double one = 512.0 * 200704 / (64 * 80 * 1.4e9); // an integer for each result
        const double place = secondsOf(4) - one * 4 * value("pool_tap_clocks");
        QVERIFY(std::abs(place / (one * value("window_clocks")) - 1) < 0.02);
        QVERIFY(secondsOf(9) > secondsOf(4) + one * 4 * value("pool_tap_clocks"));
        // More lanes than integers do not help.
        const double usual = secondsOf(9);
        gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 256;
        QCOMPARE(secondsOf(9), usual);
        gpu.dual_issue = true; // integers take turns with floating point, on all lanes
        QVERIFY(secondsOf(9) < 0.6 * usual);
    }

    void aloneAShortKernelShowsTheHost() {
        const KernelTime t = predicted(VectorFunction::Add, 8, 8, 2);
        QVERIFY(t.seconds < 1e-5);
        QVERIFY(t.alone_s >= 2e-5);
    }

    void scaleSearchAndCastAreTwoKernels() {
        const hardware::Gpu gpu = device();
        const auto model = resolveVector(gpu, {});
        const KernelTime both = predictVector(gpu, model, {workload::Quantize{4096, 4096, true, true}});
        const KernelTime cast = predictVector(gpu, model, {workload::Quantize{4096, 4096, false, true}});
        QVERIFY(both.fixed_s > cast.fixed_s && both.dram_bytes > cast.dram_bytes);
    }
};

QTEST_GUILESS_MAIN(VectorKernelsTest)
#include "vector_kernels_test.moc"
