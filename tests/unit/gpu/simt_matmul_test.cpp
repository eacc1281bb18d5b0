// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/products/simt_matmul.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <QTest>

namespace {
std::atomic<std::size_t> allocations{0};
}

void* operator new(std::size_t size) {
    ++allocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace strata;
using namespace strata::gpu;

class SimtMatmulTest : public QObject {
    Q_OBJECT

    static hardware::Gpu device() {
        hardware::Gpu gpu;
        gpu.id = "test";
        gpu.architecture = "Test";
        gpu.unified_l1 = true;
        gpu.load_line_bytes = 128;
        gpu.process_nm = 12;
        gpu.sms = 80;
        gpu.clock_hz = 1.4e9;
        gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 128;
        gpu.registers_bytes = 262144;
        gpu.shared_bytes = 98304;
        gpu.threads_per_sm = 2048;
        gpu.blocks_per_sm = 32;
        gpu.l2_bytes = 6e6;
        gpu.memory_bytes_per_s = 9e11;
        gpu.board_power_w = 250;
        return gpu;
    }

    static workload::Kernel linear(double m, double n, double k) {
        workload::Matmul shape;
        shape.m = m;
        shape.n = n;
        shape.k = k;
        shape.linear = true;
        return {shape};
    }

    static workload::Kernel batched(double batch, double m, double n, double k) {
        workload::Matmul shape;
        shape.batch = batch;
        shape.m = m;
        shape.n = n;
        shape.k = k;
        return {shape};
    }

    static KernelTime predicted(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
        return predictSimtMatmul(gpu, resolveSimtMatmul(gpu, {}), kernel);
    }

    static hardware::Gpu matrixDevice() {
        hardware::Gpu gpu = device();
        gpu.vendor = "AMD";
        gpu.architecture = "CDNA";
        gpu.unified_l1 = false;
        gpu.load_line_bytes = 64;
        gpu.tuned_library = true;
        gpu.warp = 64;
        gpu.matrix_flop_per_clock[index(NumberType::Fp32)] = 256;
        return gpu;
    }

    /// Two tables of a library: of plain products up to sums of 4096, and of linear layers with long sums.
    static hardware::Calibration withTables() {
        hardware::KernelTable plain{
            .id = "plain",
            .model = "gpu-simt-matmul",
            .vendor = "AMD",
            .architecture = "CDNA",
            .op = "bmm",
            .known = {},
            .kernels = {{64, 16, 32, 256, 6688, true, 1, 1}, {16, 16, 16, 256, 1024, false, 8, 4}},
            .sizes = {{128, 512, 512, 0},
                      {128, 2048, 2048, hardware::kOtherKernel},
                      {512, 32, 512, 1},
                      {512, 200, 512, 0},
                      {2048, 128, 2048, hardware::kOtherKernel}},
            .tiles = {}};
        plain.known.k.most = 4096;
        hardware::KernelTable linear{.id = "linear",
                                     .model = "gpu-simt-matmul",
                                     .vendor = "AMD",
                                     .architecture = "CDNA",
                                     .op = "linear",
                                     .known = {},
                                     .kernels = {{64, 32, 32, 256, 7360, true, 3, 1}},
                                     .sizes = {{256, 256, 60800, 0}},
                                     .tiles = {}};
        linear.known.k.least = 24576;
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        calibration.kernel_tables = {std::make_shared<const hardware::KernelTable>(std::move(plain)),
                                     std::make_shared<const hardware::KernelTable>(std::move(linear))};
        return calibration;
    }

    static double seconds(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
        return predictSimtMatmul(gpu, resolveSimtMatmul(gpu, {}), kernel).seconds;
    }

private slots:
    void partsSumToTheTime() {
        const hardware::Gpu gpu = device();
        const auto model = resolveSimtMatmul(gpu, {});
        for (const double m : {1.0, 100.0, 777.0, 4096.0, 50000.0}) {
            for (const double k : {16.0, 1024.0, 50000.0}) {
                const KernelTime t = predictSimtMatmul(gpu, model, linear(m, 1024, k));
                QVERIFY(std::abs(t.compute_s + t.memory_s + t.tail_s + t.fixed_s - t.seconds) <
                        1e-12 * t.seconds + 1e-15);
                QVERIFY(t.compute_s >= 0 && t.memory_s >= 0 && t.tail_s >= 0 && t.fixed_s > 0);
                QVERIFY(t.alone_s >= t.seconds * 0.5 && t.tiles >= 1 && t.blocks_per_sm >= 1);
            }
        }
    }

    void largeProductsReachMostOfThePeakAndNoMore() {
        const hardware::Gpu gpu = device();
        const double t = seconds(gpu, linear(8192, 8192, 8192));
        const double share = 2.0 * 8192.0 * 8192.0 * 8192.0 / t / gpu.vectorPeak(NumberType::Fp32);
        QVERIFY2(share > 0.7 && share < 1.0, qPrintable(QString::number(share)));
    }

    /// Few results with a long sum: parts of the sum fill the SMs, however many parts that takes.
    void longSumsFillTheSms() {
        const hardware::Gpu gpu = device();
        const auto model = resolveSimtMatmul(gpu, {});
        const KernelTime t = predictSimtMatmul(gpu, model, linear(256, 256, 524288));
        QVERIFY(t.split_k > 8.0F);
        QVERIFY(t.tiles >= 0.4F * static_cast<float>(gpu.sms));
        const double share = t.flop / t.seconds / gpu.vectorPeak(NumberType::Fp32);
        QVERIFY2(share > 0.5 && share < 1.0, qPrintable(QString::number(share)));
    }

    void moreHardwareIsNeverSlower() {
        const auto faster = [](auto change, const workload::Kernel& kernel) {
            hardware::Gpu more = device();
            change(more);
            return seconds(more, kernel) <= seconds(device(), kernel) * (1 + 1e-9);
        };
        for (const auto& kernel : {linear(4096, 4096, 4096), linear(64, 1024, 1024), linear(65536, 1024, 16)}) {
            QVERIFY(faster([](hardware::Gpu& gpu) { gpu.memory_bytes_per_s *= 2; }, kernel));
            QVERIFY(faster(
                [](hardware::Gpu& gpu) {
                    gpu.sms *= 2;
                    gpu.board_power_w *= 2;
                },
                kernel));
            QVERIFY(faster(
                [](hardware::Gpu& gpu) {
                    gpu.clock_hz *= 1.2;
                    gpu.board_power_w *= 2;
                },
                kernel));
            QVERIFY(faster([](hardware::Gpu& gpu) { gpu.board_power_w *= 2; }, kernel));
        }
    }

    void aTightPowerLimitLowersTheClock() {
        hardware::Gpu gpu = device();
        gpu.board_power_w = 80;
        const KernelTime t = predictSimtMatmul(gpu, resolveSimtMatmul(gpu, {}), linear(8192, 8192, 8192));
        QVERIFY(t.clock_ratio < 0.8);
        QCOMPARE(t.limit, Limit::Power);
        QVERIFY(t.power_w > 0.9 * gpu.board_power_w);
        QVERIFY(t.power_w <= gpu.board_power_w * (1 + 1e-9));
        // A short kernel that is timed alone pauses and stays cool.
        const KernelTime brief = predictSimtMatmul(gpu, resolveSimtMatmul(gpu, {}), linear(1024, 1024, 512));
        QVERIFY(brief.alone_s < brief.seconds + 1e-4);
    }

    void memoryInsideTheLimitLeavesLessForTheClock() {
        hardware::Gpu gpu = device();
        gpu.board_power_w = 100;
        const auto with = [&](double pj) {
            hardware::Calibration calibration;
            calibration.id = "gpu-simt-matmul";
            calibration.values["dram_pj_per_byte"] = pj;
            return predictSimtMatmul(gpu, resolveSimtMatmul(gpu, std::span(&calibration, 1)),
                                     batched(64, 2048, 2048, 128));
        };
        QVERIFY(with(100).clock_ratio < 0.95 * with(20).clock_ratio);
        QVERIFY(with(100).seconds > with(20).seconds);
        QVERIFY(with(100).power_w <= gpu.board_power_w * (1 + 1e-9));
    }

    void moreBandwidthSlowsNoProductAtTheLimit() {
        for (const double limit_w : {45.0, 70.0, 120.0}) {
            hardware::Gpu gpu = device();
            gpu.board_power_w = limit_w;
            for (const double n : {64.0, 96.0, 128.0, 512.0, 2048.0}) {
                const double before = seconds(gpu, batched(64, 2048, n, 2048));
                hardware::Gpu more = gpu;
                more.memory_bytes_per_s *= 1.3;
                const double after = seconds(more, batched(64, 2048, n, 2048));
                QVERIFY2(after <= before * 1.002, qPrintable(QString("%1 W, n %2").arg(limit_w).arg(n)));
            }
        }
    }

    void lanesBesideEachOtherShareSlotsOfOneInstruction() {
        hardware::Gpu gpu = device();
        gpu.board_power_w = 0; // no limit
        gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 256;
        gpu.dual_issue = true;
        const double flop = 2.0 * 8192 * 8192 * 8192;
        const double before = flop / seconds(gpu, batched(1, 8192, 8192, 8192)) / gpu.vectorPeak(NumberType::Fp32);
        gpu.dual_issue = false;
        const double since = flop / seconds(gpu, batched(1, 8192, 8192, 8192)) / gpu.vectorPeak(NumberType::Fp32);
        QVERIFY2(before > 0.85 && since < 0.95 * before, qPrintable(QString("%1 %2").arg(before).arg(since)));
    }

    void processesOfOneTransistorCostTheSame() {
        hardware::Gpu gpu = device();
        gpu.board_power_w = 100;
        const double at12 = seconds(gpu, linear(8192, 8192, 8192));
        gpu.process_nm = 16;
        QCOMPARE(seconds(gpu, linear(8192, 8192, 8192)), at12);
        gpu.process_nm = 28;
        QVERIFY(seconds(gpu, linear(8192, 8192, 8192)) > 1.1 * at12);
        gpu.process_nm = 7;
        QVERIFY(seconds(gpu, linear(8192, 8192, 8192)) < 0.9 * at12);
    }

    void aLastWaveShowsAsTail() {
        const hardware::Gpu gpu = device();
        const auto model = resolveSimtMatmul(gpu, {});
        double worst = 0;
        for (double m = 128; m < 20000; m += 128) {
            const KernelTime t = predictSimtMatmul(gpu, model, linear(m, 1280, 4096));
            worst = std::max(worst, t.tail_s / t.seconds);
        }
        QVERIFY(worst > 0.1);
    }

    void convolutionIsAnImplicitProduct() {
        const hardware::Gpu gpu = device();
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        calibration.values["winograd_share"] = 1.0;
        const auto model = resolveSimtMatmul(gpu, std::span(&calibration, 1));
        workload::Conv2d conv;
        conv.n = 32;
        conv.c = 256;
        conv.m = 256;
        conv.p = conv.q = 28;
        const KernelTime kernel_time = predictSimtMatmul(gpu, model, {conv});
        const KernelTime product = predictSimtMatmul(gpu, model, linear(32 * 28 * 28, 256, 256));
        QVERIFY(std::abs(kernel_time.seconds / product.seconds - 1) < 1e-9);
        conv.groups = 32;
        QVERIFY(predictSimtMatmul(gpu, model, {conv}).seconds < kernel_time.seconds);
    }

    /// Transforms pay where many channels share them.
    void manyChannelsAreTransformed() {
        const hardware::Gpu gpu = device();
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        calibration.values["winograd_share"] = 1.0;
        const auto model = resolveSimtMatmul(gpu, std::span(&calibration, 1));
        const auto share = [&](double channels) {
            workload::Conv2d conv;
            conv.n = 64;
            conv.c = conv.m = channels;
            conv.p = conv.q = 28;
            conv.r = conv.s = 3;
            const workload::Kernel kernel{conv};
            const KernelTime time = predictSimtMatmul(gpu, model, kernel);
            const double parts = time.compute_s + time.memory_s + time.tail_s + time.fixed_s;
            if (std::abs(parts / time.seconds - 1) > 1e-9) qFatal("the parts of %g channels do not add up", channels);
            return workload::workOf(kernel).flop / time.seconds / gpu.vectorPeak(NumberType::Fp32);
        };
        QVERIFY(share(512) > 1.2);
        QVERIFY(share(16) < 1.0);
        QVERIFY(share(512) < 4.0); // of 144 multiplications 36 are left
    }

    void smallWindowsTakeFewerMultiplications() {
        const hardware::Gpu gpu = device();
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        calibration.values["winograd_share"] = 1.8;
        const auto model = resolveSimtMatmul(gpu, std::span(&calibration, 1));
        const auto rate = [&](double window, double stride, double dilation) {
            workload::Conv2d conv;
            conv.n = 64;
            conv.c = conv.m = 512;
            conv.p = conv.q = 28;
            conv.r = conv.s = window;
            conv.stride = stride;
            conv.dilation = dilation;
            const workload::Kernel kernel{conv};
            return workload::workOf(kernel).flop / predictSimtMatmul(gpu, model, kernel).seconds;
        };
        const double peak = gpu.vectorPeak(NumberType::Fp32);
        QVERIFY(rate(3, 1, 1) > 1.2 * peak && rate(5, 1, 1) > 1.2 * peak);
        for (const double other : {rate(1, 1, 1), rate(7, 1, 1), rate(3, 2, 1), rate(3, 1, 2)})
            QVERIFY(other < peak && other > 0.5 * peak);
    }

    /// Devices that nobody timed have the floor of their vendor's library.
    void floorsBelongToTheVendorsLibrary() {
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        calibration.values["floor_linear_s"] = 3e-4;
        calibration.groups.push_back({{{"vendor", "Quick"}}, {{"floor_linear_s", 1e-4}}, 0});
        hardware::Gpu gpu = device();
        const auto alone = [&] {
            return predictSimtMatmul(gpu, resolveSimtMatmul(gpu, std::span(&calibration, 1)), linear(8, 8, 8)).alone_s;
        };
        QCOMPARE(alone(), 3e-4);
        gpu.vendor = "Quick";
        QCOMPARE(alone(), 1e-4);
    }

    void unalignedRowsAreSlower() {
        QVERIFY(seconds(device(), linear(4096, 4096, 4095)) > seconds(device(), linear(4096, 4096, 4096)));
    }

    void longRowsWaitForPageLookups() {
        hardware::Gpu gpu = device();
        gpu.unified_l1 = false; // loads go past the L1
        gpu.load_line_bytes = 32;
        const auto per_flop = [&](double k) { return seconds(gpu, linear(16384, 4096, k)) / k; };
        // 128 rows of 32 KiB fill two pages; of 256 KiB they fill 32, and a block has both operands.
        QVERIFY(per_flop(8192) < 1.05 * per_flop(4096));
        QVERIFY(per_flop(65536) > 1.4 * per_flop(4096));
        // An L1 that keeps lines keeps their addresses.
        const double walked = seconds(gpu, linear(16384, 4096, 65536));
        gpu.unified_l1 = true;
        gpu.load_line_bytes = 128;
        gpu.shared_bytes = 262144;
        QVERIFY(seconds(gpu, linear(16384, 4096, 65536)) < 0.8 * walked);
    }

    void tilesAreThoseSeenOnLikeMultiprocessors() {
        hardware::Gpu gpu = device();
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        calibration.groups.push_back({simtTilesKey(gpu, "linear"), {{"32x128", 1.0}}, 1});
        const auto predicted = [&] {
            return predictSimtMatmul(gpu, resolveSimtMatmul(gpu, std::span(&calibration, 1)), linear(8192, 8192, 1024));
        };
        QCOMPARE(predicted().tile_m, 32.0F);
        QCOMPARE(predicted().tile_n, 128.0F);
        gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 256;
        QVERIFY(predicted().tile_m > 32.0F);
    }

    void tilesOfANewDeviceAreThoseOfPublishedProfiles() {
        hardware::Gpu gpu = device();
        const auto kernel = batched(512, 64, 64, 512);
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        const auto add = [&](const char* architecture, double lanes, hardware::ProductTile tile) {
            hardware::KernelTable table;
            table.architecture = architecture;
            table.op = "bmm";
            table.lanes = lanes;
            table.tiles = {tile};
            calibration.kernel_tables.push_back(std::make_shared<const hardware::KernelTable>(table));
        };
        add("Wide", 0, {128, 128}); // pads both sides
        add("Narrow", 64, {64, 128});
        const auto of = [&](const workload::Kernel& one) {
            return predictSimtMatmul(gpu, resolveSimtMatmul(gpu, std::span(&calibration, 1)), one);
        };
        QVERIFY(of(kernel).tile_m <= 64.0F);
        gpu.architecture = "Wide";
        QCOMPARE(of(kernel).tile_m, 128.0F);
        QCOMPARE(of(kernel).tile_n, 128.0F);
        QVERIFY(of(linear(64, 64, 512)).tile_m < 128.0F); // another operator
        gpu.architecture = "Narrow";
        QCOMPARE(of(kernel).tile_m, 64.0F);
        QCOMPARE(of(kernel).tile_n, 128.0F);
        gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 256; // other multiprocessors of the generation
        QVERIFY(of(kernel).tile_n < 128.0F);
    }

    void aTableOfSingleMatricesChoosesForBatches() {
        hardware::Gpu gpu = device();
        gpu.tuned_library = true;
        // For one matrix small tiles fill the device; for a thousand they load operands again and again.
        const KernelTime kernel_time = predicted(gpu, batched(1, 512, 512, 512));
        const KernelTime many = predicted(gpu, batched(1000, 512, 512, 512));
        QVERIFY(many.tile_m * many.tile_n <= kernel_time.tile_m * kernel_time.tile_n);
        QVERIFY(many.tile_m * many.tile_n < predicted(device(), batched(1000, 512, 512, 512)).tile_m * 128.0F);
        // Attention's products stand in the table with their batch.
        const auto scores = batched(1000, 512, 512, 64);
        QCOMPARE(predicted(gpu, scores).tile_m, predicted(device(), scores).tile_m);
        // Between both the choice goes over without a leap.
        for (double m = 512; m < 800; m += 1.0) {
            const double step = seconds(gpu, batched(1000, m + 1, 512, 64)) / seconds(gpu, batched(1000, m, 512, 64));
            QVERIFY2(step < 2.0 && step > 0.5, qPrintable(QString("%1: %2").arg(m).arg(step)));
        }
    }

    void aKnownTableNamesTheKernel() {
        hardware::Gpu gpu = matrixDevice();
        const hardware::Calibration calibration = withTables();
        const auto of = [&](const hardware::Gpu& one, const workload::Kernel& kernel) {
            return predictSimtMatmul(one, resolveSimtMatmul(one, std::span(&calibration, 1)), kernel);
        };
        // What is next to a size takes its kernel, however many matrices there are.
        for (const double batch : {1.0, 12.0, 4096.0}) {
            const KernelTime time = of(gpu, batched(batch, 510, 130, 512));
            QCOMPARE(time.tile_m, 16.0F);
            QCOMPARE(time.tile_n, 64.0F);
            QCOMPARE(time.tile_k, 32.0F);
            QCOMPARE(time.tiles, static_cast<float>(batch * 32 * 3));
            QCOMPARE(time.shared_bytes_per_block, 4.0F * 6688);
        }
        // 512 columns, 64 rows: nearest is the kernel for 32 rows, which splits the sum into eight, on lanes.
        const KernelTime split = of(gpu, batched(96, 64, 512, 512));
        QCOMPARE(split.split_k, 8.0F);
        QVERIFY(split.seconds > of(gpu, batched(96, 128, 512, 512)).seconds); // for half of the operations
        // Sizes beyond what is known, those with another kernel, linear layers and other generations follow the rule of
        // all devices.
        const auto ruled = [&](const workload::Kernel& kernel) { return predicted(gpu, kernel).tile_m; };
        for (const auto& kernel : {batched(4, 64, 512, 5000), batched(4, 2048, 130, 2048), linear(64, 512, 512)}) {
            QVERIFY(of(gpu, kernel).split_k != 8.0F);
            QCOMPARE(of(gpu, kernel).tile_m, ruled(kernel));
        }
        // A derived device takes them as well: more units, less time.
        hardware::Gpu more = gpu;
        more.sms *= 2;
        QVERIFY(of(more, batched(960, 64, 512, 512)).seconds < of(gpu, batched(960, 64, 512, 512)).seconds);
        gpu.architecture = "CDNA 9";
        QVERIFY(of(gpu, batched(96, 64, 512, 512)).split_k != 8.0F);
    }

    void linearLayersHaveATableOfTheirOwn() {
        const hardware::Gpu gpu = matrixDevice();
        const hardware::Calibration calibration = withTables();
        const auto model = resolveSimtMatmul(gpu, std::span(&calibration, 1));
        const KernelTime split = predictSimtMatmul(gpu, model, linear(250, 256, 60000));
        QCOMPARE(split.tile_m, 32.0F);
        QCOMPARE(split.tile_n, 64.0F);
        QCOMPARE(split.split_k, 3.0F);
        QCOMPARE(split.tiles, 8.0F * 4.0F * 3.0F);
        QVERIFY(predictSimtMatmul(gpu, model, batched(1, 256, 256, 60800)).split_k != 3.0F);
    }

    void rowsBeyondATranslationBufferWaitByLines() {
        hardware::Gpu gpu = device();
        gpu.unified_l1 = false;
        gpu.load_line_bytes = 64;
        gpu.matrix_flop_per_clock[index(NumberType::Fp32)] = 256;
        const auto rate = [&](double k) { return k / seconds(gpu, linear(4096, 4096, k)); };
        // No row of a tile shares its page with another from a length on; lines of 128 bytes need half of the
        // lookups.
        QVERIFY(rate(262144) < 0.95 * rate(8192));
        hardware::Gpu wide = gpu;
        wide.load_line_bytes = 128;
        QVERIFY(seconds(wide, linear(4096, 4096, 262144)) < seconds(gpu, linear(4096, 4096, 262144)));
        QVERIFY(std::abs(seconds(wide, linear(4096, 4096, 4096)) / seconds(gpu, linear(4096, 4096, 4096)) - 1.0) <
                1e-6);
    }

    /// Blocks that find room beyond those that hide each other's latency wait, and walk no rows.
    void roomForMoreBlocksSlowsNothing() {
        const hardware::Gpu gpu = device();
        hardware::Gpu roomy = gpu;
        roomy.registers_bytes *= 2;
        const auto resident = [](const hardware::Gpu& board) {
            double blocks = 0;
            for (const SimtTile& tile : resolveSimtMatmul(board, {}).tiles)
                blocks += tile.resident;
            return blocks;
        };
        QVERIFY(resident(roomy) > resident(gpu));
        for (const auto& kernel : {linear(4096, 4096, 4096), linear(1024, 4096, 1024), linear(4096, 4096, 65536)}) {
            const KernelTime usual = predictSimtMatmul(gpu, resolveSimtMatmul(gpu, {}), kernel);
            const KernelTime more = predictSimtMatmul(roomy, resolveSimtMatmul(roomy, {}), kernel);
            QVERIFY2(more.seconds < usual.seconds * 1.01, std::to_string(more.seconds / usual.seconds).c_str());
        }
    }

    /// What lanes of fp32 ask of the way to their operands does not slow those of another type.
    void lanesOfOneTypeLeaveAnother() {
        hardware::Gpu gpu = device();
        gpu.dual_issue = false;
        gpu.vector_flop_per_clock[index(NumberType::Fp16)] = 4 * gpu.vector_flop_per_clock[index(NumberType::Fp32)];
        hardware::Gpu wider = gpu;
        wider.vector_flop_per_clock[index(NumberType::Fp32)] *= 2;
        workload::Kernel kernel = linear(4096, 4096, 4096);
        kernel.a = kernel.b = kernel.out = kernel.math = NumberType::Fp16;
        QVERIFY(seconds(wider, kernel) <= seconds(gpu, kernel) * (1 + 1e-9));
    }

    void noFactorOfADeviceBeatsItsPeak() {
        const hardware::Gpu gpu = device();
        hardware::Calibration calibration;
        calibration.id = "gpu-simt-matmul";
        calibration.groups.push_back({{{"device", gpu.id}}, {{"compute", 2.0}}, 1});
        const auto model = resolveSimtMatmul(gpu, std::span(&calibration, 1));
        const double flop = 2.0 * 8192.0 * 8192.0 * 8192.0;
        QVERIFY(predictSimtMatmul(gpu, model, linear(8192, 8192, 8192)).seconds * gpu.vectorPeak(NumberType::Fp32) >=
                flop);
    }

    void predictingAllocatesNothing() {
        const hardware::Gpu gpu = device();
        const auto model = resolveSimtMatmul(gpu, {});
        const workload::Kernel kernel = linear(512, 512, 512);
        const std::size_t before = allocations;
        double sum = 0;
        for (int i = 0; i < 100; ++i)
            sum += predictSimtMatmul(gpu, model, kernel).seconds;
        QCOMPARE(allocations.load(), before);
        QVERIFY(sum > 0);
    }
};

QTEST_GUILESS_MAIN(SimtMatmulTest)
#include "simt_matmul_test.moc"
