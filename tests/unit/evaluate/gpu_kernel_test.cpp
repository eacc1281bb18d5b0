// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/evaluate/engine/compiled_request.h"
#include "core/evaluate/method.h"
#include "core/gpu/predictor.h"
#include "sample.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <QTemporaryDir>
#include <QtTest>

using namespace strata;

namespace {

Json kernelRequest(Json workload, const std::string& hardware = "a100-sxm4-80gb") {
    return {{"kind", "kernel"}, {"hardware", hardware}, {"workload", std::move(workload)}};
}

/// One of each operator that a kernel request may ask for.
std::vector<Json> everyOperator() {
    return {
        {{"operator", "matmul"}, {"batch", 16}, {"m", 512}, {"n", 512}, {"k", 64}, {"dtype", "bf16"}},
        {{"operator", "linear"}, {"m", 2048}, {"n", 4096}, {"k", 1024}, {"dtype", "fp32"}},
        {{"operator", "conv2d"},
         {"n", 8},
         {"c", 64},
         {"m", 64},
         {"p", 56},
         {"q", 56},
         {"r", 3},
         {"s", 3},
         {"dtype", "fp16"}},
        {{"operator", "attention"},
         {"batch", 4},
         {"heads", 32},
         {"kv_heads", 8},
         {"head_dim", 128},
         {"q_len", 2048},
         {"kv_len", 2048},
         {"dtype", "bf16"}},
        {{"operator", "attention"},
         {"batch", 64},
         {"heads", 32},
         {"kv_heads", 8},
         {"head_dim", 128},
         {"q_len", 1},
         {"kv_len", 4096},
         {"dtype", "bf16"}},
        {{"operator", "softmax"}, {"rows", 16384}, {"cols", 1024}, {"dtype", "fp32"}},
        {{"operator", "layernorm"}, {"rows", 16384}, {"cols", 1024}, {"dtype", "fp32"}},
        {{"operator", "rmsnorm"}, {"rows", 16384}, {"cols", 4096}, {"dtype", "bf16"}},
        {{"operator", "elementwise"}, {"function", "gelu"}, {"rows", 16384}, {"cols", 4096}, {"dtype", "fp32"}},
        {{"operator", "embedding"}, {"rows", 8192}, {"cols", 4096}, {"dtype", "bf16"}},
        {{"operator", "moe"},
         {"tokens", 512},
         {"hidden", 2048},
         {"ffn", 768},
         {"experts", 128},
         {"top_k", 8},
         {"dtype", "bf16"}},
        {{"operator", "quantize"},
         {"rows", 4096},
         {"cols", 4096},
         {"a", "bf16"},
         {"b", "bf16"},
         {"out", "int8"},
         {"math", "bf16"}},
        {{"operator", "scan"},
         {"batch", 4},
         {"q_len", 2048},
         {"heads", 32},
         {"key_dim", 128},
         {"value_dim", 128},
         {"dtype", "bf16"}},
        {{"operator", "copy"}, {"bytes", 268435456}, {"dtype", "bf16"}},
    };
}

} // namespace

class GpuKernelTest : public QObject {
    Q_OBJECT

private slots:
    /// Operands that no memory of the board holds are no request, by document and in a sweep alike.
    void operandsMustFitTheMemory() {
        Json request = kernelRequest({{"operator", "elementwise"},
                                      {"function", "add"},
                                      {"rows", 1048576},
                                      {"cols", 1048576},
                                      {"dtype", "fp16"}});
        const auto estimate = evaluate(request, context());
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        QVERIFY(!estimate->valid);
        QCOMPARE(estimate->notes.front().code, std::string("over-memory"));
        QVERIFY(!estimate->notes.front().fixes.empty());
        request["workload"]["rows"] = 8192;
        QVERIFY(evaluate(request, context())->valid);
        const Varied rows{"/workload/rows", nullptr};
        const auto compiled = compileRequest(request, std::span(&rows, 1), library_);
        QVERIFY(compiled);
        std::vector<double> metrics((*compiled)->metrics().size());
        std::string reason;
        const double few = 8192, many = 1048576;
        QVERIFY((*compiled)->evaluate(std::span(&few, 1), metrics, reason, {}));
        QVERIFY(!(*compiled)->evaluate(std::span(&many, 1), metrics, reason, {}));
        QCOMPARE(reason, std::string("over-memory"));
    }

    void initTestCase() {
        library_ = test::library();
        QVERIFY(library_);
        QVERIFY(folder_.isValid());
        table_ = folder_.filePath("measured.csv").toStdString();
        QVERIFY(writeFileWhole(table_, "operator,m,n,k,dtype,latency_s,comment\n"
                                       "linear,1024,4096,1024,fp32,0.0006,a\nlinear,4096,4096,1024,fp32,0.0024,b\n"));
    }

    /// Tensor cores turn images that lie channels first, and their result back unless the window is one pixel; lanes
    /// convolve them as they lie, which is the faster way for three channels.
    void imagesChannelsFirstAreTurned() {
        const auto seconds = [&](Json workload, bool first, const char* math = "tf32") {
            workload["channels_first"] = first;
            workload["math"] = math;
            const auto estimate = evaluate(kernelRequest(std::move(workload)), context());
            if (!estimate) return -1.0;
            check(*estimate, "convolution");
            return estimate->findMetric("latency_s")->value;
        };
        Json workload{
            {"operator", "conv2d"}, {"n", 32}, {"c", 64}, {"m", 64}, {"p", 112}, {"q", 112}, {"r", 3}, {"s", 3},
            {"dtype", "fp32"}};
        const double image_s = 32.0 * 64 * 112 * 112 * 4 / 2.039e12; // once through the memory of an A100
        const double turned = seconds(workload, true) - seconds(workload, false);
        QVERIFY2(turned > 3.9 * image_s && turned < 6 * image_s, qPrintable(QString::number(turned / image_s)));
        QCOMPARE(seconds(workload, true, "fp32"), seconds(workload, false, "fp32"));
        workload["r"] = workload["s"] = 1;
        workload["c"] = workload["m"] = 256; // as large an image of more channels, for which lanes are too slow
        workload["p"] = workload["q"] = 56;
        const double pixel = seconds(workload, true) - seconds(workload, false);
        QVERIFY2(pixel > 1.9 * image_s && pixel < 3 * image_s, qPrintable(QString::number(pixel / image_s)));
        workload["r"] = workload["s"] = workload["c"] = 3;
        workload["m"] = 64;
        workload["p"] = workload["q"] = 112;
        QCOMPARE(seconds(workload, true), seconds(workload, false, "fp32"));
    }

    /// Every method answers every operator.
    void everyMethodAnswersEveryOperator() {
        for (const gpu::KernelMethod& row : gpu::kernelMethods()) {
            const std::string_view method = row.id;
            for (const Json& workload : everyOperator()) {
                Json request = kernelRequest(workload);
                request["method"] = method;
                request["plan"] = {{"source", {{"device", "v100-pcie-32gb"}}}, {"table", table_}};
                const std::string what = std::string(method) + " " + workload["operator"].get<std::string>();
                if (method == "gpu.wave-scaling" && workload.value("dtype", "") == "bf16") {
                    // The source has no arithmetic of that type.
                    request["plan"]["source"]["device"] = "h100-sxm5-80gb";
                }
                const auto estimate = evaluate(request, context());
                QVERIFY2(estimate, (what + ": " + (estimate ? std::string() : describe(estimate.error()))).c_str());
                check(*estimate, what);
            }
        }
    }

    void rooflineIsWhatTheDatasheetSays() {
        Json request =
            kernelRequest({{"operator", "linear"}, {"m", 4096}, {"n", 4096}, {"k", 4096}, {"dtype", "bf16"}});
        request["method"] = "gpu.roofline";
        const auto estimate = evaluate(request, context());
        QVERIFY(estimate);
        // A100: 312 TFLOP/s dense on bf16 tensor cores.
        QVERIFY(std::abs(estimate->findMetric("latency_s")->value / (2 * std::pow(4096.0, 3) / 312e12) - 1) < 0.005);
        QCOMPARE(estimate->findMetric("utilization")->value, 1.0);
        QCOMPARE(estimate->notes.front().code, std::string("compute-limited"));
    }

    void wavesScaleFromAMeasurement() {
        Json request = kernelRequest(
            {{"operator", "elementwise"}, {"function", "add"}, {"rows", 65536}, {"cols", 4096}, {"inputs", 2}});
        request["method"] = "gpu.wave-scaling";
        request["plan"] = {{"source", {{"device", "v100-pcie-32gb"}, {"latency_s", 4e-3}}}};
        const auto estimate = evaluate(request, context());
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        // Additions are bound by memory: the ratio of bandwidths, 900 to 2039 GB/s, decides nearly alone.
        const double seconds = estimate->findMetric("latency_s")->value;
        QVERIFY2(std::abs(seconds / (4e-3 * 900.0 / 2039.0) - 1) < 0.05, std::to_string(seconds).c_str());
        request.erase("plan");
        const auto without = evaluate(request, context());
        QVERIFY(!without);
        QCOMPARE(without.error().pointer, std::string("/plan/source"));
    }

    void tablesInterpolateUtilization() {
        Json request =
            kernelRequest({{"operator", "linear"}, {"m", 2048}, {"n", 4096}, {"k", 1024}, {"dtype", "fp32"}});
        request["method"] = "gpu.table";
        request["plan"] = {{"table", table_}};
        const auto between = evaluate(request, context());
        QVERIFY2(between, between ? "" : describe(between.error()).c_str());
        QVERIFY(std::abs(between->findMetric("latency_s")->value / 0.0012 - 1) < 0.01);
        QVERIFY(!hasNote(*between, "extrapolated"));
        request["workload"]["m"] = 1024;
        const auto measured = evaluate(request, context());
        QVERIFY(measured && std::abs(measured->findMetric("latency_s")->value / 0.0006 - 1) < 1e-4);
        request["workload"]["m"] = 65536;
        QVERIFY(hasNote(*evaluate(request, context()), "extrapolated"));
        request["workload"]["dtype"] = "bf16"; // no row of that type
        QVERIFY(hasNote(*evaluate(request, context()), "extrapolated"));
    }

    void badTablesNameTheLine() {
        const std::string file = folder_.filePath("bad.csv").toStdString();
        QVERIFY(
            writeFileWhole(file, "operator,m,n,k,dtype,latency_s\nlinear,1,1,1,fp32,1e-6\nlinear,1,0,1,fp32,1e-6\n"));
        Json request = kernelRequest({{"operator", "linear"}, {"m", 8}, {"n", 8}, {"k", 8}, {"dtype", "fp32"}});
        request["method"] = "gpu.table";
        request["plan"] = {{"table", file}};
        const auto refused = evaluate(request, context());
        QVERIFY(!refused);
        QVERIFY2(messageText(refused.error().text).find("line 3") != std::string::npos,
                 messageText(refused.error().text).c_str());
    }

    void foreignHardwareAndTypesAreRefused() {
        const Json product{{"operator", "linear"}, {"m", 8}, {"n", 8}, {"k", 8}, {"dtype", "fp8"}};
        const auto npu = evaluate(kernelRequest(product, "eyeriss-like"), context());
        QVERIFY(!npu);
        QCOMPARE(npu.error().code, std::string("wrong-kind"));
        QCOMPARE(npu.error().pointer, std::string("/hardware"));
        const auto old = evaluate(kernelRequest(product, "a100-sxm4-80gb"), context());
        QVERIFY(!old);
        QCOMPARE(old.error().code, std::string("not-supported"));
        QVERIFY2(messageText(old.error().expected).find("bf16") != std::string::npos,
                 messageText(old.error().expected).c_str());
        Json layer = test::recipeRequest("a100-sxm4-80gb", "conv1");
        const auto gpu = evaluate(layer, context());
        QVERIFY(!gpu);
        QCOMPARE(gpu.error().code, std::string("wrong-kind"));
    }

    void sampleIsAnswered() {
        const auto request = readJsonFile(test::root() / "resources" / "samples" / "gemm-bf16-h100.json");
        QVERIFY(request);
        const auto estimate = evaluate(*request, context());
        QVERIFY2(estimate, estimate ? "" : describe(estimate.error()).c_str());
        check(*estimate, "sample");
        const double rate = estimate->findMetric("flop_per_s")->value;
        QVERIFY2(rate > 0.4 * 989e12 && rate < 989e12, std::to_string(rate).c_str());
        QVERIFY(estimate->findTable("tiling")->rows.size() > 5);
    }

private:
    Context context() const { return {*library_, {}, nullptr}; }

    static bool hasNote(const Estimate& estimate, const std::string& code) {
        return std::any_of(estimate.notes.begin(), estimate.notes.end(),
                           [&](const Note& note) { return note.code == code; });
    }

    static void check(const Estimate& estimate, const std::string& what) {
        QVERIFY2(estimate.valid, what.c_str());
        for (const Metric& metric : estimate.metrics) {
            QVERIFY2(std::isfinite(metric.value) && metric.low <= metric.value && metric.value <= metric.high,
                     (what + " " + metric.name).c_str());
        }
        QVERIFY2(estimate.findMetric("latency_s")->value > 0, what.c_str());
        QVERIFY2(estimate.findMetric("alone_s")->value >= estimate.findMetric("latency_s")->value, what.c_str());
        for (const auto& [metric, root] : estimate.parts) {
            QVERIFY2(worstImbalance(root) < 1e-9, (what + " " + metric).c_str());
            QCOMPARE(root.value, estimate.findMetric(metric)->value);
        }
        for (const Part& part : estimate.findParts("latency_s")->children)
            QVERIFY2(part.value >= 0, (what + part.id).c_str());
        QVERIFY2(!estimate.notes.empty() && estimate.notes.front().decides, what.c_str());
        for (const char* table : {"tiling", "ceilings", "operators"}) {
            const Table* found = estimate.findTable(table);
            QVERIFY2(found != nullptr && !found->rows.empty(), what.c_str());
            for (const auto& row : found->rows)
                QCOMPARE(row.size(), found->columns.size());
        }
        QCOMPARE(std::get<double>(estimate.findTable("operators")->rows[0][4]),
                 estimate.findMetric("latency_s")->value);
        const auto again = estimateFromJson(toJson(estimate));
        QVERIFY2(again && canonicalText(toJson(*again)) == canonicalText(toJson(estimate)), what.c_str());
    }

    std::shared_ptr<const Library> library_;
    QTemporaryDir folder_;
    std::string table_;
};

QTEST_APPLESS_MAIN(GpuKernelTest)
#include "gpu_kernel_test.moc"
