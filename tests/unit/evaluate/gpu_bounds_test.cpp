// SPDX-License-Identifier: GPL-3.0-or-later
// What holds on every GPU of the library, whatever was measured: no kernel beats its datasheet, none is lost by a fact
// that a vendor does not publish.
#include "core/evaluate/method.h"
#include "sample.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QtTest>

using namespace strata;

class GpuBoundsTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
    }

    /// Work far beyond any L2, in types of all widths; refused where the device lacks the type.
    void nothingBeatsTheRoofline_data() {
        QTest::addColumn<QString>("workload");
        QTest::addColumn<double>("least"); // share of the roofline that every device reaches
        const auto row = [](const char* name, const char* workload, double least) {
            QTest::newRow(name) << workload << least;
        };
        row("fp64 product", R"({"operator": "matmul", "m": 4096, "n": 4096, "k": 4096, "dtype": "fp64"})", 0.2);
        row("fp32 product", R"({"operator": "matmul", "m": 4096, "n": 4096, "k": 4096, "dtype": "fp32"})", 0.2);
        row("fp16 product", R"({"operator": "matmul", "m": 4096, "n": 4096, "k": 4096, "dtype": "fp16"})", 0.2);
        row("int8 product", R"({"operator": "matmul", "m": 4096, "n": 4096, "k": 4096, "dtype": "int8"})", 0.15);
        row("fp32 attention",
            R"({"operator": "attention", "batch": 4, "heads": 32, "head_dim": 128, "q_len": 2048, "kv_len": 2048, "dtype": "fp32"})",
            0.05);
        row("fp16 attention",
            R"({"operator": "attention", "batch": 4, "heads": 32, "head_dim": 128, "q_len": 2048, "kv_len": 2048, "dtype": "fp16"})",
            0.05);
        row("bf16 attention",
            R"({"operator": "attention", "batch": 8, "heads": 128, "head_dim": 64, "q_len": 131072, "kv_len": 131072, "dtype": "bf16"})",
            0.05);
        row("attention to a short text",
            R"({"operator": "attention", "batch": 32, "heads": 8, "head_dim": 64, "q_len": 4096, "kv_len": 77, "causal": false, "dtype": "fp16"})",
            0.02);
        row("fp32 experts",
            R"({"operator": "moe", "tokens": 32768, "hidden": 7168, "ffn": 14336, "experts": 8, "all_experts": 8, "top_k": 8, "dtype": "fp32"})",
            0.1);
        row("decode",
            R"({"operator": "attention", "batch": 64, "heads": 32, "kv_heads": 8, "head_dim": 128, "q_len": 1, "kv_len": 8192, "dtype": "fp16"})",
            0.05);
        row("decode fp32",
            R"({"operator": "attention", "batch": 64, "heads": 32, "kv_heads": 8, "head_dim": 128, "q_len": 1, "kv_len": 8192, "dtype": "fp32"})",
            0.05);
        row("decode, latent",
            R"({"operator": "attention", "batch": 64, "heads": 128, "kv_heads": 1, "head_dim": 576, "value_dim": 512, "latent": true, "q_len": 1, "kv_len": 8192, "dtype": "bf16"})",
            0.02);
        row("decode, each head its own cache",
            R"({"operator": "attention", "batch": 64, "heads": 32, "head_dim": 128, "q_len": 1, "kv_len": 8192, "dtype": "fp16"})",
            0.05);
        row("experts",
            R"({"operator": "moe", "tokens": 65536, "hidden": 4096, "ffn": 1536, "experts": 16, "top_k": 4, "dtype": "bf16"})",
            0.05);
        row("scan of tokens",
            R"({"operator": "scan", "batch": 1024, "q_len": 1, "heads": 32, "key_dim": 128, "value_dim": 128, "dtype": "bf16"})",
            0.05);
        row("scan in chunks",
            R"({"operator": "scan", "batch": 8, "q_len": 4096, "heads": 32, "key_dim": 128, "value_dim": 128, "dtype": "bf16"})",
            0.02);
        row("quantized fp32", R"({"operator": "quantize", "rows": 65536, "cols": 8192, "a": "fp32", "out": "int8"})",
            0.2);
        row("quantized fp16", R"({"operator": "quantize", "rows": 65536, "cols": 8192, "a": "fp16", "out": "int8"})",
            0.2);
        row("softmax", R"({"operator": "softmax", "rows": 65536, "cols": 8192, "dtype": "fp16"})", 0.1);
        row("norm", R"({"operator": "layernorm", "rows": 65536, "cols": 8192, "dtype": "fp16"})", 0.1);
        row("sum", R"({"operator": "elementwise", "function": "add", "elements": 1e9, "dtype": "fp16"})", 0.4);
    }

    void nothingBeatsTheRoofline() {
        QFETCH(QString, workload);
        QFETCH(double, least);
        const Json asked = Json::parse(workload.toStdString());
        int answered = 0;
        for (const Entry& entry : library_->entries()) {
            if (entry.kind != EntryKind::Gpu) continue;
            const double bound_s = seconds(entry.id, asked, "gpu.roofline");
            const double tile_s = seconds(entry.id, asked, "gpu.tile");
            QCOMPARE(bound_s > 0, tile_s > 0);
            if (bound_s <= 0) continue;
            ++answered;
            constexpr double kRounding = 1.02; // caches that are warm
            const QString told = QStringLiteral("%1: %2 of the roofline").arg(entry.id.c_str()).arg(bound_s / tile_s);
            QVERIFY2(bound_s < tile_s * kRounding, qPrintable(told));
            QVERIFY2(bound_s > tile_s * least, qPrintable(told));
        }
        QVERIFY2(answered > 20, qPrintable(QString::number(answered)));
    }

    /// One tile takes as long block by block as in closed form, however many SMs look on.
    void fewBlocksTakeAsLongAsOne() {
        for (const char* device : {"h100-sxm5-80gb", "mi300x", "t4", "m1-max-gpu"}) {
            for (const int k : {17, 4096, 65536}) {
                const Json product{{"operator", "matmul"}, {"m", 64}, {"n", 64}, {"k", k}, {"dtype", "fp16"}};
                const double tile_s = seconds(device, product, "gpu.tile");
                const double event_s = seconds(device, product, "gpu.event");
                QVERIFY2(event_s < 2.0 * tile_s && event_s > 0.5 * tile_s,
                         qPrintable(QStringLiteral("%1, k %2: %3").arg(device).arg(k).arg(event_s / tile_s)));
            }
        }
    }

    /// A device may have matrix units for narrow types alone, or hardly any.
    void narrowUnitsAlone() {
        for (const char* rates :
             {R"({"int8": 4096})", R"({"fp8": 8192, "fp4": 16384})", R"({"bf16": 1e-300, "int8": 1})"}) {
            const Json hardware{{"base", "h100-sxm5-80gb"}, {"set", {{"/matrix_flop_per_clock", Json::parse(rates)}}}};
            for (const char* type : {"bf16", "int8", "fp8", "fp4", "fp32"}) {
                const Json product{{"operator", "linear"}, {"m", 256}, {"n", 512}, {"k", 1024}, {"dtype", type}};
                const double tile_s = seconds(hardware, product, "gpu.tile");
                QCOMPARE(tile_s > 0, seconds(hardware, product, "gpu.roofline") > 0);
            }
        }
    }

    /// Shares of a peak, and the roofs of the roofline, are those of the clock that a board runs at.
    void nothingExceedsItsPeak() {
        const Json product{{"operator", "matmul"}, {"m", 8192}, {"n", 8192}, {"k", 8192}, {"dtype", "fp16"}};
        for (const char* device : {"rtx-4090", "rtx-5080", "h100-sxm5-80gb"}) {
            const Json request{{"kind", "kernel"}, {"hardware", device}, {"workload", product}};
            const auto estimate = evaluate(request, {*library_, {}, nullptr});
            QVERIFY2(estimate && estimate->valid, device);
            const double share = estimate->findMetric("utilization")->value;
            QVERIFY2(share > 0.3 && share <= 1.0, qPrintable(QStringLiteral("%1: %2").arg(device).arg(share)));
            const Table* roofs = estimate->findTable("ceilings");
            const auto highest =
                std::ranges::max_element(roofs->rows, {}, [](const auto& row) { return std::get<double>(row[3]); });
            QVERIFY(estimate->findMetric("flop_per_s")->value <= std::get<double>((*highest)[3]));
        }
    }

    /// A batch of one streams its weights as fast as copies run, also on scalar lanes.
    void oneRowIsStreamed() {
        for (const char* device : {"m2-gpu", "m2-ultra-gpu", "p40", "t4", "v100-pcie-32gb"}) {
            const Json row{{"operator", "linear"}, {"m", 1}, {"n", 16384}, {"k", 16384}, {"dtype", "fp32"}};
            const Json copy{{"operator", "copy"}, {"bytes", 16384.0 * 16384.0 * 4.0}};
            const double share = seconds(device, copy, "gpu.tile") / seconds(device, row, "gpu.tile") / 2.0;
            QVERIFY2(share > 0.9 && share < 1.1, qPrintable(QStringLiteral("%1: %2").arg(device).arg(share)));
        }
    }

    /// What is beside narrow products runs in the 16 bits that a device has, and so does what states no type.
    void devicesWithoutBf16() {
        const Json encoder{{"model", "bert-base"}, {"sequence", 128}, {"dtype", "int8"}, {"static_scales", true}};
        const Json decode{{"model", "llama3.2-1b"}, {"phase", "decode"}, {"sequence", 128}, {"dtype", "int8"}};
        const Json answer{{"model", "llama3.2-1b"}, {"prompt_tokens", 100}, {"output_tokens", 20}};
        for (const char* device : {"t4", "v100-sxm2-16gb", "p40"}) {
            for (const Json& workload : {encoder, decode, answer}) {
                const char* kind = workload.contains("prompt_tokens") ? "inference" : "model";
                const Json request{{"kind", kind}, {"hardware", device}, {"workload", workload}};
                const auto estimate = evaluate(request, {*library_, {}, nullptr});
                QVERIFY2(estimate && estimate->valid, device);
            }
        }
    }

private:
    /// 0 where the request is refused.
    double seconds(const Json& hardware, const Json& workload, const char* method) const {
        const Json request{{"kind", "kernel"}, {"hardware", hardware}, {"workload", workload}, {"method", method}};
        const auto estimate = evaluate(request, {*library_, {}, nullptr});
        const Metric* latency = estimate ? estimate->findMetric("latency_s") : nullptr;
        return latency && std::isfinite(latency->value) ? latency->value : 0.0;
    }

    std::shared_ptr<const Library> library_;
};

QTEST_APPLESS_MAIN(GpuBoundsTest)
#include "gpu_bounds_test.moc"
