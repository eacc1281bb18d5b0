// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/gpu/products/tile_model.h"
#include "core/hardware/gpu/engine_profile.h"
#include "core/hardware/gpu/gpu_json.h"

#include <cmath>
#include <cstdlib>
#include <QTest>
#include <span>

using namespace strata;

/// AMD's matrix cores, which no fit has measurements of, against rates that were published. What matrix cores draw on
/// CDNA 2 and CDNA 3 was set with the products in view: of them this guards what is known. The rates of attention on
/// CDNA 4 took part in nothing.
class AmdMatrixCoresTest : public QObject {
    Q_OBJECT

    struct Product {
        const char* device;
        NumberType type;
        double m, n, k;
        double tflops;
    };
    struct Core {
        const char* device;
        bool causal;
        double batch, heads, kv_heads, head_dim, length, value_dim;
        double tflops;
    };

    std::shared_ptr<const Library> library;

    double rate(const char* device, const workload::Kernel& kernel) const {
        const Entry* entry = library->find(device);
        if (!entry) return 0;
        auto gpu = hardware::readGpu(*entry->document, "");
        if (!gpu) return 0;
        if (const hardware::Engine* runtime = library->findEngine(gpu->engine))
            gpu->runtime =
                std::make_shared<const hardware::EngineProfile>(hardware::chooseEngine(*runtime, "").profile);
        const gpu::TileModel model = gpu::makeTileModel(*gpu, library->calibrations());
        return workload::workOf(kernel).flop / gpu::predict(model, kernel).seconds / 1e12;
    }

    double rate(const Product& row) const {
        workload::Matmul shape;
        shape.m = row.m;
        shape.n = row.n;
        shape.k = row.k;
        shape.linear = true;
        const NumberType result = row.type == NumberType::Fp8 ? NumberType::Bf16 : row.type;
        return rate(row.device, {shape, row.type, row.type, result, row.type});
    }

    void check(std::span<const Product> rows, double each) const {
        for (const Product& row : rows) {
            const double ours = rate(row);
            qInfo("%s, %g x %g x %g: %.0f TFLOP/s, published %.0f", row.device, row.m, row.n, row.k, ours, row.tflops);
            QVERIFY(std::abs(std::log(ours / row.tflops)) < std::log(1 + each));
        }
    }

    void check(std::span<const Core> rows, double each) const {
        for (const Core& row : rows) {
            workload::Attention shape;
            shape.batch = row.batch;
            shape.heads = row.heads;
            shape.kv_heads = row.kv_heads;
            shape.head_dim = row.head_dim;
            shape.value_dim = row.value_dim;
            shape.q_len = shape.kv_len = row.length;
            shape.causal = row.causal;
            const auto type = NumberType::Bf16;
            const double ours = rate(row.device, {shape, type, type, type, type});
            qInfo("%g x %g heads of %g, %g tokens: %.0f TFLOP/s, published %.0f", row.batch, row.heads, row.head_dim,
                  row.length, ours, row.tflops);
            QVERIFY(std::abs(std::log(ours / row.tflops)) < std::log(1 + each));
        }
    }

private slots:
    void initTestCase() {
        auto loaded = Library::load(std::getenv("STRATA_ROOT"));
        QVERIFY2(loaded, qPrintable(QString::fromStdString(loaded ? "" : describe(loaded.error()))));
        library = std::move(*loaded);
    }

    /// Maximum achievable rates, of matrices that fill the device (ROCm blogs, Measuring Max-Achievable FLOPs, part 2,
    /// 28 February 2025). Fp16 takes more than bf16 there, which the model does not tell apart.
    void reachesWhatIsAchievable() {
        constexpr Product kRows[] = {
            {"mi300x", NumberType::Bf16, 4096, 4864, 32896, 708}, {"mi300x", NumberType::Fp16, 4096, 4864, 32896, 654},
            {"mi300x", NumberType::Fp8, 4096, 3648, 32896, 1273}, {"mi325x", NumberType::Bf16, 4096, 4864, 32896, 843},
            {"mi325x", NumberType::Fp16, 4096, 4864, 32896, 794}, {"mi325x", NumberType::Fp8, 4096, 3648, 32896, 1519}};
        check(kRows, 0.12);
    }

    /// PyTorch's products on MI210 (LLMCompass, ISCA 2024, its measured operators).
    void productsOnCdna2() {
        constexpr Product kRows[] = {{"mi210", NumberType::Fp16, 512, 12288, 12288, 110.0},
                                     {"mi210", NumberType::Fp16, 8192, 12288, 12288, 119.0},
                                     {"mi210", NumberType::Fp16, 8192, 8192, 8192, 116.8},
                                     {"mi210", NumberType::Fp16, 8192, 2048, 2048, 118.0}};
        check(kRows, 0.20);
    }

    /// Boards are accepted that hold these (ROCm Validation Suite, gst_single.conf and gst_ext.conf under rvs/conf);
    /// whole numbers as data, except on MI355X, take less power than others.
    void holdsWhatBoardsAreAcceptedWith() {
        constexpr Product kLeast[] = {
            {"mi210", NumberType::Fp16, 8096, 8096, 8096, 150},   {"mi250x", NumberType::Fp16, 8096, 8096, 8096, 150},
            {"mi300x", NumberType::Bf16, 4096, 4096, 8192, 590},  {"mi300x", NumberType::Fp8, 8192, 8192, 8192, 1100},
            {"mi325x", NumberType::Bf16, 4864, 4096, 8192, 669},  {"mi325x", NumberType::Fp8, 4864, 4096, 8192, 1438},
            {"mi355x", NumberType::Bf16, 8192, 8192, 16384, 956}, {"mi355x", NumberType::Fp8, 8192, 8192, 16384, 2061}};
        for (const Product& row : kLeast) {
            const double ours = rate(row);
            qInfo("%s, %g x %g x %g: %.0f TFLOP/s, at least %.0f", row.device, row.m, row.n, row.k, ours, row.tflops);
            QVERIFY(ours > 0.85 * row.tflops);
        }
    }

    /// AITER's kernels in bf16 (ROCm/aiter, pull request 3390), the mean of what was and of what came in.
    void attentionOnCdna4() {
        constexpr Core kRows[] = {
            {"mi355x", true, 4, 64, 8, 128, 8192, 128, 1279},  {"mi355x", true, 1, 16, 16, 128, 16384, 128, 1277},
            {"mi355x", false, 4, 64, 8, 128, 8192, 128, 1380}, {"mi355x", false, 1, 16, 16, 128, 16384, 128, 1367},
            {"mi355x", true, 4, 64, 8, 192, 8192, 128, 1278},  {"mi355x", true, 1, 16, 16, 192, 16384, 128, 1276},
            {"mi355x", false, 4, 64, 8, 192, 8192, 128, 1329}, {"mi355x", false, 1, 16, 16, 192, 16384, 128, 1345}};
        check(kRows, 0.10);
    }

    /// Decode steps of latent attention with 32 heads in us (ROCm/aiter, pull request 5456): the longest told which
    /// share of the bandwidth is reached.
    void latentDecodeOnCdna4() {
        struct Row {
            double batch, context;
            NumberType cache;
            double us;
        };
        constexpr Row kRows[] = {{16, 4096, NumberType::Bf16, 34.8},    {64, 4096, NumberType::Bf16, 75.8},
                                 {128, 4096, NumberType::Bf16, 130.5},  {16, 16384, NumberType::Bf16, 73.5},
                                 {128, 16384, NumberType::Bf16, 428.8}, {16, 65536, NumberType::Bf16, 229.4},
                                 {128, 65536, NumberType::Bf16, 1638},  {16, 4096, NumberType::Fp8, 26.9},
                                 {128, 4096, NumberType::Fp8, 78.2},    {16, 16384, NumberType::Fp8, 49.0}};
        double sum = 0;
        for (const Row& row : kRows) {
            workload::Attention shape;
            shape.batch = row.batch;
            shape.heads = 32;
            shape.kv_heads = 1;
            shape.head_dim = 576;
            shape.value_dim = 512;
            shape.q_len = 1;
            shape.kv_len = row.context;
            shape.latent = shape.causal = true;
            const workload::Kernel kernel{shape, row.cache, row.cache, NumberType::Bf16, row.cache};
            const double ours = workload::workOf(kernel).flop / rate("mi355x", kernel) / 1e6;
            qInfo("%g contexts of %g: %.0f us, published %.0f", row.batch, row.context, ours, row.us);
            QVERIFY(std::abs(std::log(ours / row.us)) < std::log(1.45));
            sum += std::abs(std::log(ours / row.us));
        }
        QVERIFY(sum / std::size(kRows) < std::log(1.25));
    }

    /// Mixtures in fp8, in us: those of GLM-5 on MI300X with experts cut in eight (ROCm/aiter, pull request 2404) and
    /// of Qwen3-Next on MI355X (2748). Below 256 tokens the kernels of AITER are one, ours those of other engines: 1.5
    /// to 2.8 times the time.
    void mixtures() {
        struct Row {
            const char* device;
            double tokens, hidden, ffn, experts, top_k, us;
        };
        constexpr Row kRows[] = {{"mi300x", 4096, 6144, 256, 256, 8, 918},   {"mi300x", 8192, 6144, 256, 256, 8, 1392},
                                 {"mi300x", 16384, 6144, 256, 256, 8, 2748}, {"mi355x", 256, 2048, 512, 512, 10, 312},
                                 {"mi355x", 1024, 2048, 512, 512, 10, 333},  {"mi355x", 4096, 2048, 512, 512, 10, 512}};
        for (const Row& row : kRows) {
            workload::Moe shape;
            shape.tokens = row.tokens;
            shape.hidden = row.hidden;
            shape.ffn = row.ffn;
            shape.experts = shape.all_experts = row.experts;
            shape.top_k = row.top_k;
            const workload::Kernel kernel{shape, NumberType::Fp8, NumberType::Fp8, NumberType::Bf16, NumberType::Fp8};
            const double ours = workload::workOf(kernel).flop / rate(row.device, kernel) / 1e6;
            qInfo("%s, %g tokens: %.0f us, published %.0f", row.device, row.tokens, ours, row.us);
            QVERIFY(std::abs(std::log(ours / row.us)) < std::log(1.20));
        }
    }

    /// Attention of sequences packed one behind the other, as engines that serve call them (ROCm/aiter, pull request
    /// 4205): kernels for one length are up to 58 % faster at 256 tokens, which the model does not tell apart.
    void attentionOfPackedSequences() {
        constexpr Core kRows[] = {
            {"mi355x", true, 64, 32, 32, 192, 256, 128, 155},  {"mi355x", true, 32, 32, 32, 192, 512, 128, 316},
            {"mi355x", true, 16, 32, 32, 192, 1024, 128, 502}, {"mi355x", true, 8, 32, 32, 192, 2048, 128, 664},
            {"mi355x", true, 4, 32, 32, 192, 4096, 128, 986},  {"mi355x", true, 2, 32, 32, 192, 8192, 128, 1154}};
        check(std::span(kRows).subspan(1), 0.25);
        constexpr double kOneLength = 1.58;
        check(std::span(kRows).first(1), kOneLength - 1);
    }
};

QTEST_GUILESS_MAIN(AmdMatrixCoresTest)
#include "amd_matrix_cores_test.moc"
