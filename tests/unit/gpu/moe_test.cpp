// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/experts/moe.h"
#include "core/gpu/experts/moe_routing.h"
#include "tests/unit/gpu/runtime.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace strata;
using namespace strata::gpu;
using workload::Moe;

namespace {

/// SplitMix64: the same numbers everywhere.
class Random {
public:
    double uniform() {
        state_ += 0x9E3779B97F4A7C15ULL;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1.0p-53;
    }

private:
    std::uint64_t state_ = 1;
};

struct Drawn {
    double rows = 0, touched = 0, padded = 0;
};

/// Means over draws: loads of all experts from the power law, scaled, rounded; the rank with most of them.
Drawn drawn(const Moe& shape, double tile) {
    constexpr int kDraws = 1000;
    Random random;
    Drawn mean;
    const auto all = static_cast<std::size_t>(shape.all_experts);
    const auto local = static_cast<std::size_t>(shape.experts);
    const double total = shape.tokens * shape.top_k;
    const double high = 0.8 * shape.tokens;
    std::vector<double> loads(all);
    for (int draw = 0; draw < kDraws; ++draw) {
        double sum = 0.0;
        for (double& load : loads) {
            const double power = 1.0 - shape.skew;
            load = std::pow((std::pow(high, power) - 1.0) * random.uniform() + 1.0, 1.0 / power);
            sum += load;
        }
        for (double& load : loads)
            load = std::round(load / sum * total);
        std::size_t hottest = 0;
        double most = -1.0;
        for (std::size_t start = 0; start < all; start += local) {
            double rank = 0.0;
            for (std::size_t i = start; i < start + local; ++i)
                rank += loads[i];
            if (rank > most) {
                most = rank;
                hottest = start;
            }
        }
        mean.rows += most / kDraws;
        for (std::size_t i = hottest; i < hottest + local; ++i) {
            mean.touched += (loads[i] > 0.0 ? 1.0 : 0.0) / kDraws;
            mean.padded += std::ceil(loads[i] / tile) * tile / kDraws;
        }
    }
    return mean;
}

/// The same where each token draws its experts, all as likely.
Drawn drawnIndependently(const Moe& shape, double tile) {
    const int draws = shape.tokens < 1000 ? 600 : 60;
    Random random;
    Drawn mean;
    const auto all = static_cast<std::size_t>(shape.all_experts);
    const auto local = static_cast<std::size_t>(shape.experts);
    std::vector<std::size_t> order(all);
    for (std::size_t i = 0; i < all; ++i)
        order[i] = i;
    for (int draw = 0; draw < draws; ++draw) {
        std::vector<double> loads(all, 0.0), ranks(all / local, 0.0);
        for (double token = 0; token < shape.tokens; ++token) {
            for (std::size_t i = 0; i < static_cast<std::size_t>(shape.top_k); ++i) {
                const double place = random.uniform() * static_cast<double>(all - i);
                std::swap(order[i], order[i + static_cast<std::size_t>(place)]);
                loads[order[i]] += 1;
                ranks[order[i] / local] += 1;
            }
        }
        const auto hottest = std::ranges::max_element(ranks) - ranks.begin();
        mean.rows += ranks[static_cast<std::size_t>(hottest)] / draws;
        for (std::size_t i = 0; i < local; ++i) {
            const double load = loads[static_cast<std::size_t>(hottest) * local + i];
            mean.touched += (load > 0.0 ? 1.0 : 0.0) / draws;
            mean.padded += std::ceil(load / tile) * tile / draws;
        }
    }
    return mean;
}

hardware::Gpu device() {
    hardware::Gpu gpu;
    gpu.sms = 132;
    gpu.clock_hz = 1.8e9;
    gpu.matrix_flop_per_clock[index(NumberType::Bf16)] = 4096;
    gpu.matrix_flop_per_clock[index(NumberType::Fp8)] = 8192;
    gpu.vector_flop_per_clock[index(NumberType::Fp32)] = 256;
    gpu.memory_kind = "HBM3";
    gpu.memory_bytes_per_s = 3.3e12;
    gpu.l2_bytes = 50e6;
    return gpu;
}

double seconds(const Moe& shape) {
    return predictMoe(device(), MoeKernel{},
                      {shape, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16})
        .seconds;
}

} // namespace

class MoeTest : public QObject {
    Q_OBJECT
private slots:
    void loadsAreThoseOfDraws_data();
    void loadsAreThoseOfDraws();
    void balancedLoadsAreDealtOut();
    void independentLoadsAreThoseOfDraws_data();
    void independentLoadsAreThoseOfDraws();
    void independentLoadsGrowEvenly();
    void coldWeightsComeFromMemory();
    void timeFollowsExpertsAndTokens();
    void tritonMultipliesAllSlots();
    void widenedWeightsTakeTurnsWithProducts();
    void firstTacticIsSlowOnAsynchronousTensorCores();
    void fewTokensWaitForStages();
    void everyTokenIsMoved();
    void trafficIsThatOfAllPasses();
};

/// A rank with one expert of 256 gets a 32nd of the tokens, but adds up the results of all.
void MoeTest::everyTokenIsMoved() {
    Moe shape;
    shape.tokens = 16384;
    shape.hidden = 7168;
    shape.ffn = 256;
    shape.all_experts = 256;
    shape.experts = 1;
    shape.top_k = 8;
    const double few_s = seconds(shape);
    const double more_bytes = 2.0 * shape.tokens * shape.hidden * bytesOf(NumberType::Bf16);
    shape.tokens *= 2.0;
    const double added_s = seconds(shape) - few_s;
    QVERIFY2(added_s > 0.8 * more_bytes / device().memory_bytes_per_s, std::to_string(added_s).c_str());
    QVERIFY2(added_s < 2.0 * more_bytes / device().memory_bytes_per_s, std::to_string(added_s).c_str());
}

/// Where a rank holds a quarter of the experts, kernels that multiply all slots take longer, and only those.
void MoeTest::tritonMultipliesAllSlots() {
    Moe shape;
    shape.tokens = 8192;
    shape.hidden = 4096;
    shape.ffn = 1536;
    shape.all_experts = 128;
    shape.experts = 32;
    shape.top_k = 8;
    shape.block_scaled = true;
    const workload::Kernel kernel{shape, NumberType::Fp8, NumberType::Fp8, NumberType::Bf16, NumberType::Fp8};
    hardware::Gpu gpu = device();
    gpu.asynchronous_tensor_cores = true;
    QCOMPARE(moeTypesOf(gpu, kernel), MoeTypes::Fp8Block);
    QVERIFY(!movesAllSlots(gpu, kernel));
    const double compiled = predictMoe(gpu, MoeKernel{}, kernel).seconds;
    gpu.asynchronous_tensor_cores = false;
    QCOMPARE(moeTypesOf(gpu, kernel), MoeTypes::Fp8BlockTriton);
    QVERIFY(multipliesAllSlots(gpu, kernel));
    const double triton = predictMoe(gpu, MoeKernel{}, kernel).seconds;
    QVERIFY2(triton > 2.0 * compiled, std::to_string(triton / compiled).c_str());
    gpu.runtime = runtimeWith(hardware::AttentionKernels::Packed);
    QVERIFY(!movesAllSlots(gpu, kernel));
    QCOMPARE(predictMoe(gpu, MoeKernel{}, kernel).seconds, compiled);
}

/// 16-bit activations with 4-bit floats: slots of other ranks are moved but not multiplied, and large tiles wait for
/// weights that lanes widen.
void MoeTest::widenedWeightsTakeTurnsWithProducts() {
    Moe shape;
    shape.tokens = 8192;
    shape.hidden = shape.ffn = 2880;
    shape.all_experts = shape.experts = 32;
    shape.top_k = 4;
    shape.block_scaled = true;
    const workload::Kernel four{shape, NumberType::Bf16, NumberType::Fp4, NumberType::Bf16, NumberType::Bf16};
    workload::Kernel wide = four;
    wide.b = NumberType::Bf16;
    const hardware::Gpu gpu = device();
    MoeKernel slow;
    slow.upcast_per_clock = 5.0;
    QVERIFY(movesAllSlots(gpu, four) && !multipliesAllSlots(gpu, four));
    const auto productsOf = [&](const workload::Kernel& kernel) {
        const KernelTime time = predictMoe(gpu, MoeKernel{}, kernel);
        return time.compute_s + time.tail_s;
    };
    QVERIFY2(productsOf(four) > 1.3 * productsOf(wide), std::to_string(productsOf(four) / productsOf(wide)).c_str());
    QVERIFY(predictMoe(gpu, slow, four).seconds > 1.5 * predictMoe(gpu, MoeKernel{}, four).seconds);
    QCOMPARE(predictMoe(gpu, slow, wide).seconds, predictMoe(gpu, MoeKernel{}, wide).seconds);
}

/// Without the tuner kernels for asynchronous tensor cores stream weights through tiles of 16 columns: several times as
/// slow, with few tokens and with many; others are not affected.
void MoeTest::firstTacticIsSlowOnAsynchronousTensorCores() {
    const Moe shape{256, 4096, 1024, 32, 32, 8};
    const workload::Kernel kernel{shape, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16};
    hardware::Gpu gpu = device();
    const auto ratio = [&] {
        return predictMoe(gpu, MoeKernel{}, kernel, MoeTactic::First).seconds /
               predictMoe(gpu, MoeKernel{}, kernel).seconds;
    };
    QCOMPARE(ratio(), 1.0);
    gpu.asynchronous_tensor_cores = true;
    QVERIFY2(ratio() > 2.5 && ratio() < 8.0, std::to_string(ratio()).c_str());
    gpu.tensor_memory = true;
    QCOMPARE(ratio(), 1.0);
}

/// A token on one small expert still waits for each stage of the loops, and for every local expert to be looked at.
void MoeTest::fewTokensWaitForStages() {
    const auto secondsOf = [](double hidden, double experts) { return seconds(Moe{1, hidden, 128, experts, 256, 8}); };
    QVERIFY(secondsOf(8192, 4) - secondsOf(2048, 4) > 0.9 * (8192.0 - 2048.0) / 64.0 * MoeKernel{}.stage_s);
    QVERIFY(secondsOf(2048, 256) - secondsOf(2048, 64) > 0.9 * (256.0 - 64.0) * MoeKernel{}.expert_s);
}

void MoeTest::loadsAreThoseOfDraws_data() {
    QTest::addColumn<double>("skew");
    QTest::addColumn<double>("tokens");
    QTest::addColumn<double>("all");
    QTest::addColumn<double>("local");
    QTest::addColumn<double>("top_k");
    for (const double skew : {1.01, 1.2}) {
        for (const double tokens : {256.0, 8192.0}) {
            for (const double local : {128.0, 16.0, 4.0, 1.0}) {
                QTest::addRow("%g, %g tokens, %g of 128", skew, tokens, local)
                    << skew << tokens << 128.0 << local << 8.0;
            }
            QTest::addRow("%g, %g tokens, 4 of 8", skew, tokens) << skew << tokens << 8.0 << 4.0 << 2.0;
        }
    }
}

void MoeTest::loadsAreThoseOfDraws() {
    QFETCH(double, skew);
    QFETCH(double, tokens);
    QFETCH(double, all);
    QFETCH(double, local);
    QFETCH(double, top_k);
    const Moe shape{tokens, 1024, 1024, local, all, top_k, skew};
    const ExpertLoads loads(shape);
    const Drawn expected = drawn(shape, 64.0);
    const auto close = [](double found, double wanted, double tolerance) {
        return std::abs(found / wanted - 1.0) < tolerance;
    };
    QVERIFY2(close(loads.slotCount(), expected.rows, 0.2),
             qPrintable(QString("slots %1, drawn %2").arg(loads.slotCount()).arg(expected.rows)));
    QVERIFY2(close(loads.touched(), expected.touched, 0.15),
             qPrintable(QString("touched %1, drawn %2").arg(loads.touched()).arg(expected.touched)));
    QVERIFY2(close(loads.paddedRows(64.0), expected.padded, 0.25),
             qPrintable(QString("padded %1, drawn %2").arg(loads.paddedRows(64.0)).arg(expected.padded)));
}

void MoeTest::independentLoadsAreThoseOfDraws_data() {
    QTest::addColumn<double>("tokens");
    QTest::addColumn<double>("all");
    QTest::addColumn<double>("local");
    QTest::addColumn<double>("top_k");
    for (const double tokens : {1.0, 4.0, 32.0, 300.0, 4096.0}) {
        QTest::addRow("%g tokens, 128", tokens) << tokens << 128.0 << 128.0 << 8.0;
        QTest::addRow("%g tokens, 16 of 128", tokens) << tokens << 128.0 << 16.0 << 8.0;
        QTest::addRow("%g tokens, 8", tokens) << tokens << 8.0 << 8.0 << 2.0;
        QTest::addRow("%g tokens, 4 of 8", tokens) << tokens << 8.0 << 4.0 << 2.0;
    }
}

void MoeTest::independentLoadsAreThoseOfDraws() {
    QFETCH(double, tokens);
    QFETCH(double, all);
    QFETCH(double, local);
    QFETCH(double, top_k);
    Moe shape{tokens, 1024, 1024, local, all, top_k};
    shape.routing = workload::Routing::Independent;
    const ExpertLoads loads(shape);
    const Drawn expected = drawnIndependently(shape, 16.0);
    const bool whole = local == all;
    const auto close = [](double found, double wanted, double tolerance) {
        return std::abs(found / wanted - 1.0) < tolerance;
    };
    QVERIFY2(close(loads.slotCount(), expected.rows, whole ? 1e-9 : 0.12),
             qPrintable(QString("slots %1, drawn %2").arg(loads.slotCount()).arg(expected.rows)));
    QVERIFY2(close(loads.touched(), expected.touched, whole ? 0.02 : 0.12),
             qPrintable(QString("touched %1, drawn %2").arg(loads.touched()).arg(expected.touched)));
    QVERIFY2(close(loads.paddedRows(16.0), expected.padded, whole ? 0.03 : 0.12),
             qPrintable(QString("padded %1, drawn %2").arg(loads.paddedRows(16.0)).arg(expected.padded)));
}

/// touched = E (1 - (1 - k / E)^n), between whole numbers of tokens as well; rows of tiles follow without jumps.
void MoeTest::independentLoadsGrowEvenly() {
    Moe shape{1, 1024, 1024, 32, 32, 4};
    shape.routing = workload::Routing::Independent;
    double touched = 0, rows = 0;
    for (shape.tokens = 1; shape.tokens < 3000; shape.tokens *= 1.01) {
        const ExpertLoads loads(shape);
        QVERIFY(std::abs(loads.touched() / (32 * (1 - std::pow(1 - 4.0 / 32, shape.tokens))) - 1) < 1e-9);
        QVERIFY(loads.touched() >= touched);
        QVERIFY(loads.paddedRows(64.0) >= rows * (1 - 1e-6));
        if (rows > 0) QVERIFY2(loads.paddedRows(64.0) < 1.03 * rows, qPrintable(QString::number(shape.tokens)));
        touched = loads.touched();
        rows = loads.paddedRows(64.0);
    }
}

/// What a benchmark finds in L2 a model fetches again.
void MoeTest::coldWeightsComeFromMemory() {
    workload::Kernel kernel;
    kernel.shape = Moe{4, 1024, 512, 8, 8, 2};
    kernel.a = kernel.b = kernel.math = NumberType::Bf16;
    hardware::Gpu gpu = device();
    gpu.l2_bytes = 1e9;
    const KernelTime warm = predictMoe(gpu, MoeKernel{}, kernel);
    kernel.cold = true;
    const KernelTime cold = predictMoe(gpu, MoeKernel{}, kernel);
    QVERIFY(cold.seconds > warm.seconds);
    QVERIFY(cold.dram_bytes >= 8 * 3 * 1024 * 512 * 2 && warm.dram_bytes < 0.1 * cold.dram_bytes);
}

void MoeTest::balancedLoadsAreDealtOut() {
    const ExpertLoads few(Moe{4, 1024, 1024, 128, 128, 8});
    QCOMPARE(few.touched(), 32.0);
    QCOMPARE(few.paddedRows(64.0), 32.0 * 64.0);
    const ExpertLoads many(Moe{1000, 1024, 1024, 16, 128, 8});
    QCOMPARE(many.slotCount(), 1000.0);
    QCOMPARE(many.touched(), 16.0);
    QCOMPARE(many.largest(), 62.5);
    QCOMPARE(many.paddedRows(64.0), 16.0 * 64.0);
}

void MoeTest::timeFollowsExpertsAndTokens() {
    const Moe shape{64, 4096, 1536, 128, 128, 8};
    Moe half = shape;
    half.experts = 64;
    QVERIFY(seconds(half) < seconds(shape));
    Moe more = shape;
    more.tokens = 16384;
    QVERIFY(seconds(more) > 2.0 * seconds(shape));
    // Few tokens that favour the same experts touch fewer of them than evenly dealt ones.
    Moe few = shape;
    few.tokens = 16;
    Moe skewed = few;
    skewed.skew = 1.2;
    QVERIFY(seconds(skewed) < seconds(few));
}

void MoeTest::trafficIsThatOfAllPasses() {
    Moe shape;
    shape.tokens = 65536;
    shape.hidden = 4096;
    shape.ffn = 256;
    shape.experts = shape.all_experts = 64;
    shape.top_k = 8;
    const auto timed = [&] {
        return predictMoe(device(), MoeKernel{},
                          {shape, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16, NumberType::Bf16});
    };
    // Sorted rows are written and read, so are those of both products: most of 4 GB a pass outgrow 50 MB.
    const KernelTime many = timed();
    const double pass_bytes = 2.0 * shape.tokens * shape.top_k * shape.hidden;
    QVERIFY(many.dram_bytes > 3.5 * pass_bytes && many.dram_bytes < 6.0 * pass_bytes);
    QVERIFY(many.l2_bytes > many.dram_bytes);
    // Wider experts make more columns of tiles, each of which reads its rows again.
    shape.ffn = 2048;
    const KernelTime wide = timed();
    QVERIFY(wide.l2_bytes - wide.dram_bytes > 2.0 * (many.l2_bytes - many.dram_bytes));
}

QTEST_APPLESS_MAIN(MoeTest)
#include "moe_test.moc"
