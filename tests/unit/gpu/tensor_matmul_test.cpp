// SPDX-License-Identifier: GPL-3.0-or-later
// Properties of the tensor-core model that hold whatever its coefficients: no calibration takes part.
#include "core/gpu/power/power.h"
#include "core/gpu/products/tensor_matmul.h"
#include "tests/unit/gpu/runtime.h"

#include <QTest>

#include <cmath>
#include <string>

using namespace strata;
using namespace strata::gpu;
using workload::Kernel;
using workload::Matmul;

namespace {

/// Like an A100: one block per tile.
hardware::Gpu datacentre() {
    hardware::Gpu gpu;
    gpu.id = "test";
    gpu.architecture = "Ampere";
    gpu.sms = 108;
    gpu.clock_hz = 1.41e9;
    gpu.process_nm = 7;
    gpu.die_area_mm2 = 826;
    for (const NumberType type : {NumberType::Fp16, NumberType::Bf16})
        gpu.matrix_flop_per_clock[index(type)] = 2048;
    gpu.matrix_flop_per_clock[index(NumberType::Int8)] = gpu.matrix_flop_per_clock[index(NumberType::Fp8)] = 4096;
    gpu.l2_bytes = 40e6;
    gpu.memory_bytes_per_s = 2e12;
    gpu.memory_kind = "HBM2e";
    gpu.l2_partitions = 2;
    gpu.board_power_w = 400;
    return gpu;
}

hardware::Gpu withoutLimit() {
    hardware::Gpu gpu = datacentre();
    gpu.board_power_w = 0;
    return gpu;
}

Kernel linear(double m, double n, double k, NumberType a = NumberType::Bf16, NumberType b = NumberType::Bf16) {
    Matmul shape;
    shape.m = m;
    shape.n = n;
    shape.k = k;
    shape.linear = true;
    return {shape, a, b, NumberType::Bf16, a};
}

KernelTime timeOf(const Kernel& kernel, const hardware::Gpu& gpu = withoutLimit()) {
    return predictTensorMatmul(gpu, resolveTensorMatmul(gpu, {}), kernel);
}

} // namespace

class TensorMatmulTest : public QObject {
    Q_OBJECT

private slots:
    void moreWorkTakesLonger() {
        for (const double m : {1.0, 64.0, 1000.0, 8192.0}) {
            const double one = timeOf(linear(m, 4096, 4096)).seconds;
            QVERIFY(timeOf(linear(m, 4096, 8192)).seconds > one);
            QVERIFY(timeOf(linear(m, 16384, 4096)).seconds > one);
            QVERIFY(timeOf(linear(4.0 * m, 4096, 4096)).seconds >= one);
        }
    }

    /// 64 programs walk over the rows, one trip to memory for each of four groups: only where scales are powers of two,
    /// and not where the engine has other quantizers.
    void quantizersOfPowersOfTwoWalkOverRows() {
        hardware::Gpu gpu = withoutLimit();
        Kernel kernel = linear(8192, 128, 512, NumberType::Fp8, NumberType::Fp8);
        std::get<Matmul>(kernel.shape).block_scaled = true;
        std::get<Matmul>(kernel.shape).dynamic_quantization = true;
        const double before = timeOf(kernel, gpu).seconds;
        gpu.matrix_flop_per_clock[index(NumberType::Fp4)] = 8192;
        QCOMPARE(timeOf(kernel, gpu).seconds, before); // 4-bit products say nothing about scales
        gpu.block_scales = true;
        const double walked = timeOf(kernel, gpu).seconds - before;
        QVERIFY2(std::abs(walked - 8192.0 / 64.0 * 4.0 * 0.35e-6) < 1e-6, std::to_string(walked).c_str());
        gpu.runtime = runtimeWith(hardware::AttentionKernels::Packed);
        QVERIFY(timeOf(kernel, gpu).seconds < before + 0.5 * walked);
    }

    /// Tensor cores with a memory for sums apply the scales of blocks: one rate with and without; others do not.
    void scalesOfBlocksAreFreeBesideTensorMemory() {
        hardware::Gpu gpu = withoutLimit();
        gpu.memory_kind = "HBM3";
        const Kernel plain = linear(4096, 4096, 4096, NumberType::Fp8, NumberType::Fp8);
        Kernel blocks = plain;
        std::get<Matmul>(blocks.shape).block_scaled = true;
        gpu.asynchronous_tensor_cores = gpu.tensor_memory = true;
        QCOMPARE(timeOf(blocks, gpu).seconds, timeOf(plain, gpu).seconds);
        gpu.tensor_memory = false;
        QVERIFY(timeOf(blocks, gpu).seconds > 1.02 * timeOf(plain, gpu).seconds);
    }

    /// Batches of scaled blocks multiply in 16 bits where tensor cores apply scales themselves, without a quantizer.
    void batchesOfBlocksAreWidenedBesideTensorMemory() {
        hardware::Gpu gpu = withoutLimit();
        gpu.memory_kind = "HBM3";
        gpu.asynchronous_tensor_cores = true;
        Kernel wide = linear(64, 512, 128, NumberType::Bf16, NumberType::Bf16);
        Kernel blocks = linear(64, 512, 128, NumberType::Fp8, NumberType::Fp8);
        for (Kernel* kernel : {&wide, &blocks}) {
            std::get<Matmul>(kernel->shape).linear = false;
            std::get<Matmul>(kernel->shape).batch = 128;
        }
        std::get<Matmul>(blocks.shape).block_scaled = std::get<Matmul>(blocks.shape).dynamic_quantization = true;
        QVERIFY(timeOf(blocks, gpu).seconds > timeOf(wide, gpu).seconds);
        gpu.tensor_memory = true;
        QCOMPARE(timeOf(blocks, gpu).seconds, timeOf(wide, gpu).seconds);
        std::get<Matmul>(blocks.shape).batch = 1; // one product keeps its blocks
        std::get<Matmul>(wide.shape).batch = 1;
        QVERIFY(timeOf(blocks, gpu).seconds != timeOf(wide, gpu).seconds);
    }

    void neverFasterThanTheRoofline() {
        const hardware::Gpu gpu = withoutLimit();
        for (const double m : {1.0, 16.0, 200.0, 3000.0}) {
            for (const double n : {64.0, 1024.0, 10240.0}) {
                const Kernel kernel = linear(m, n, 4096);
                const double floor_s = std::max(2.0 * m * n * 4096 / gpu.matrixPeak(NumberType::Bf16),
                                                2.0 * n * 4096 / gpu.memory_bytes_per_s);
                QVERIFY(timeOf(kernel).seconds > floor_s);
            }
        }
    }

    void partsSumUp() {
        for (const double m : {1.0, 300.0, 5000.0}) {
            const KernelTime time = timeOf(linear(m, 6144, 2048), datacentre());
            QVERIFY(time.compute_s >= 0 && time.memory_s >= 0 && time.tail_s >= 0 && time.fixed_s > 0);
            QCOMPARE(time.compute_s + time.memory_s + time.tail_s + time.fixed_s, time.seconds);
        }
    }

    void splitsLongThinProducts() {
        QVERIFY(timeOf(linear(16, 128, 65536)).split_k > 1.0F);
        QCOMPARE(timeOf(linear(8192, 8192, 1024)).split_k, 1.0F);
    }

    // 108 tiles of 128 x 256 fill the SMs; one more column of tiles starts a wave that is nearly empty.
    void wavesAreWhole() {
        const KernelTime full = timeOf(linear(128.0 * 12, 256.0 * 9, 8192));
        const KernelTime more = timeOf(linear(128.0 * 12, 256.0 * 10, 8192));
        QVERIFY(more.seconds / full.seconds > 10.0 / 9.0 + 0.02);
        QVERIFY(full.tail_s < 0.02 * full.seconds);
    }

    void persistentBlocksShareTheLastWave() {
        hardware::Gpu gpu = withoutLimit();
        const double whole = timeOf(linear(128.0 * 13, 256.0 * 9, 8192), gpu).seconds;
        gpu.asynchronous_tensor_cores = true;
        QVERIFY(timeOf(linear(128.0 * 13, 256.0 * 9, 8192), gpu).seconds < whole);
    }

    void narrowWeightsAreFewerBytes() {
        const KernelTime wide = timeOf(linear(1, 8192, 8192));
        const KernelTime eight = timeOf(linear(1, 8192, 8192, NumberType::Bf16, NumberType::Int8));
        const KernelTime four = timeOf(linear(1, 8192, 8192, NumberType::Bf16, NumberType::Int4));
        QVERIFY(std::abs(eight.dram_bytes / wide.dram_bytes - 0.5) < 0.01);
        QVERIFY(std::abs(four.dram_bytes / wide.dram_bytes - 0.266) < 0.01); // scales included
        QVERIFY(four.seconds < eight.seconds && eight.seconds < wide.seconds);
    }

    // Lanes take narrow weights apart before tensor cores multiply them in 16 bits: more work where arithmetic counts.
    void narrowWeightsAreTakenApart() {
        const double wide = timeOf(linear(8192, 8192, 8192)).seconds;
        const double eight = timeOf(linear(8192, 8192, 8192, NumberType::Bf16, NumberType::Int8)).seconds;
        const double four = timeOf(linear(8192, 8192, 8192, NumberType::Bf16, NumberType::Int4)).seconds;
        QVERIFY(eight > 1.05 * wide && eight < 1.25 * wide);
        QVERIFY(four > 1.03 * eight && four < 1.4 * wide);
        // Tiles end at 128 rows, and partial sums of at most seven blocks are added up in turn.
        const KernelTime thin = timeOf(linear(16, 128, 65536, NumberType::Bf16, NumberType::Int4));
        QVERIFY(thin.split_k <= 7.0F && thin.seconds > timeOf(linear(16, 128, 65536)).seconds);
    }

    void callsOutsideOfAGraphFollowTheEnginesKernels() {
        GemmValues values;
        values.host_s = 6e-5;
        const auto alone = [&](double m, double n, double k) {
            const GemmModel model = prepareGemm(withoutLimit(), GemmType::Fp8Block, values, 2048);
            return predictGemm(model, {}, linear(m, n, k, NumberType::Fp8, NumberType::Fp8)).alone_s;
        };
        QCOMPARE(alone(64, 512, 512), 6e-5);
        values.host_pair_s = 9e-5;
        values.host_other_s = 18e-5;
        QCOMPARE(alone(31, 512, 512), 6e-5);
        QCOMPARE(alone(32, 512, 512), 9e-5);
        QCOMPARE(alone(16, 512, 64), 18e-5);
        QCOMPARE(alone(64, 32, 512), 18e-5);
        QVERIFY(alone(8192, 8192, 8192) > 18e-5);
    }

    // Boards of one architecture have GDDR or HBM: what products stream is told by those with the same.
    void memoriesAreToldByTheirKind() {
        hardware::Calibration calibration;
        calibration.id = "gpu-tensor-matmul";
        const auto group = [](const char* device, const char* architecture, const char* memory, double share) {
            return hardware::CalibrationGroup{{{"type", "half"},
                                               {"library", "heuristic"},
                                               {"engine", "trtllm"},
                                               {"device", device},
                                               {"architecture", architecture},
                                               {"memory", memory}},
                                              {{"bandwidth", share}},
                                              1};
        };
        calibration.groups = {group("a", "Ampere", "HBM2e", 0.7), group("b", "Blackwell", "GDDR7", 0.9)};
        const auto share = [&](const char* memory) {
            hardware::Gpu gpu = withoutLimit();
            gpu.memory_kind = memory;
            const auto found = resolveTensorMatmul(gpu, std::span(&calibration, 1));
            return found.measured[static_cast<std::size_t>(GemmType::Half)].values.bandwidth;
        };
        QCOMPARE(share("HBM2e"), 0.7);
        QCOMPARE(share("HBM3"), 0.7);
        QCOMPARE(share("GDDR6"), 0.9);
    }

    void quantizingCosts() {
        Kernel kernel = linear(4096, 4096, 4096, NumberType::Fp8, NumberType::Fp8);
        const double narrow = timeOf(kernel).seconds;
        std::get<Matmul>(kernel.shape).dynamic_quantization = true;
        QVERIFY(timeOf(kernel).seconds > narrow + 1e-6);
    }

    // Five copies of 2 MB stay in 40 MB, those of 64 MB do not; weights of a model never do.
    void smallWeightsInTurnStayInL2() {
        const auto bytes = [](double n, double copies) {
            Kernel kernel = linear(1, n, 1024);
            std::get<Matmul>(kernel.shape).weight_copies = copies;
            return timeOf(kernel).dram_bytes;
        };
        QVERIFY(bytes(1024, 5) < 0.05 * bytes(1024, 0));
        QVERIFY(bytes(32768, 5) > 0.95 * bytes(32768, 0));
    }

    void convolutionIsAnImplicitProduct() {
        workload::Conv2d conv;
        conv.n = 8;
        conv.c = 256;
        conv.m = 512;
        conv.p = conv.q = 32;
        const Kernel kernel{conv, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16};
        const double product = timeOf(linear(8.0 * 32 * 32, 512, 256)).seconds;
        QVERIFY(std::abs(timeOf(kernel).seconds / product - 1.0) < 0.02);
    }

    /// Short sums: storing the results takes most of the time, and results of 8 bits are half of it.
    void narrowResultsAreStoredSooner() {
        Kernel kernel = linear(400000, 256, 64, NumberType::Int8, NumberType::Int8);
        const double wide = timeOf(kernel).compute_s;
        kernel.out = NumberType::Int8;
        const double narrow = timeOf(kernel).compute_s;
        QVERIFY2(narrow < 0.75 * wide && narrow > 0.5 * wide, qPrintable(QString::number(narrow / wide)));
        kernel.out = NumberType::Fp32; // not measured: as 16 bits
        QCOMPARE(timeOf(kernel).fixed_s, timeOf(linear(400000, 256, 64, NumberType::Int8, NumberType::Int8)).fixed_s);
    }

    /// A builder times the kernels of all libraries: none of what it finds is slower.
    void buildersSearchKernels() {
        hardware::Gpu gpu = withoutLimit();
        hardware::EngineProfile profile;
        gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
        std::vector<double> called;
        const auto shapes = {std::pair{400000.0, 64.0}, {1024.0, 1024.0}, {20.0, 4096.0}};
        for (const auto& [m, n] : shapes)
            called.push_back(timeOf(linear(m, n, 256, NumberType::Int8, NumberType::Int8), gpu).seconds);
        profile.builds_networks = profile.graph_replay = true;
        gpu.runtime = std::make_shared<const hardware::EngineProfile>(profile);
        std::size_t at = 0;
        for (const auto& [m, n] : shapes)
            QVERIFY(timeOf(linear(m, n, 256, NumberType::Int8, NumberType::Int8), gpu).seconds <= called[at++]);
        // Columns that are few fill a narrow tile.
        QVERIFY(timeOf(linear(400000, 64, 256, NumberType::Int8, NumberType::Int8), gpu).tile_n <= 64);
    }

    void powerLimitLowersTheClock() {
        const Kernel kernel = linear(8192, 8192, 8192);
        hardware::Gpu gpu = datacentre();
        gpu.board_power_w = 250;
        const KernelTime free = timeOf(kernel);
        KernelTime held = timeOf(kernel, gpu);
        QCOMPARE(free.clock_ratio, 1.0);
        QVERIFY(held.clock_ratio < 0.95);
        QVERIFY(held.seconds > 1.05 * free.seconds);
        applyPower(resolvePower(gpu, {}), kernel.math, held);
        QVERIFY(held.power_w <= gpu.board_power_w);
        QVERIFY(held.power_w > 0.9 * gpu.board_power_w);
        QCOMPARE(held.energy_j, held.power_w * held.seconds);
    }

    void memoryBoundKernelsStayBelowTheLimit() {
        const hardware::Gpu gpu = datacentre();
        KernelTime time = timeOf(linear(1, 8192, 8192), gpu);
        applyPower(resolvePower(gpu, {}), NumberType::Bf16, time);
        QVERIFY(time.power_w > resolvePower(gpu, {}).idle_w);
        QVERIFY2(time.power_w < 0.8 * gpu.board_power_w, qPrintable(QString::number(time.power_w)));
        QCOMPARE(time.clock_ratio, 1.0);
    }
};

QTEST_GUILESS_MAIN(TensorMatmulTest)
#include "tensor_matmul_test.moc"
