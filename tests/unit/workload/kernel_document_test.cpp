// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph.h"
#include "core/workload/kernel/kernel.h"
#include "core/workload/kernel/kernel_schema.h"

#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::workload;

namespace {

Result<Kernel> read(const char* text) { return readKernel(*parseJson(text), "/workload"); }

Kernel kernel(const char* text) {
    auto made = read(text);
    if (!made) qFatal("%s", describe(made.error()).c_str());
    return *made;
}

double flop(const char* text) { return workOf(kernel(text)).flop; }

} // namespace

class KernelDocumentTest : public QObject {
    Q_OBJECT
private slots:
    void everyOperatorCountsItsWork();
    void everyOperatorReadsBack();
    void types();
    void refusals_data();
    void refusals();
    void graphOptions();
    void graphOptionsRefused();
};

void KernelDocumentTest::everyOperatorCountsItsWork() {
    QCOMPARE(flop(R"({"operator": "matmul", "batch": 3, "m": 4, "n": 5, "k": 6})"), 2.0 * 3 * 4 * 5 * 6);
    QCOMPARE(flop(R"({"operator": "linear", "m": 4, "n": 5, "k": 6})"), 2.0 * 4 * 5 * 6);
    QCOMPARE(flop(R"({"operator": "conv2d", "n": 2, "c": 8, "m": 4, "p": 7, "q": 5, "r": 3, "s": 1, "groups": 4})"),
             2.0 * 2 * 2 * 4 * 7 * 5 * 3);
    // Rows see 5, 6, 7 and 8 of the 8 tokens.
    QCOMPARE(flop(R"({"operator": "attention", "heads": 2, "head_dim": 16, "q_len": 4, "kv_len": 8})"),
             2.0 * 2 * (5 + 6 + 7 + 8) * 32);
    QCOMPARE(flop(R"({"operator": "softmax", "rows": 3, "cols": 7})"), 21.0);
    QCOMPARE(
        flop(R"({"operator": "moe", "tokens": 10, "hidden": 4, "ffn": 8, "experts": 4, "all_experts": 8, "top_k": 2})"),
        2.0 * 10 * 3 * 4 * 8);
    const KernelWork copied = workOf(kernel(R"({"operator": "copy", "bytes": 4096, "dtype": "bf16"})"));
    QCOMPARE(copied.read_bytes, 4096.0);
    QCOMPARE(copied.write_bytes, 4096.0);
    const KernelWork pooled =
        workOf(kernel(R"({"operator": "pool", "c": 4, "p": 3, "q": 3, "r": 2, "s": 2, "stride": 2, "dtype": "fp16"})"));
    QCOMPARE(pooled.read_bytes, 4.0 * 6 * 6 * 2);
    QCOMPARE(pooled.write_bytes, 4.0 * 3 * 3 * 2);
    const KernelWork added = workOf(kernel(R"({"operator": "elementwise", "function": "add", "elements": 100})"));
    QCOMPARE(added.read_bytes, 800.0);
    QCOMPARE(added.write_bytes, 400.0);
}

void KernelDocumentTest::everyOperatorReadsBack() {
    const char* const documents[] = {
        R"({"operator": "matmul", "batch": 3, "m": 4, "n": 5, "k": 6, "math": "tf32"})",
        R"({"operator": "linear", "m": 4, "n": 5, "k": 6, "a": "bf16", "b": "int4", "block_scaled": true})",
        R"({"operator": "conv2d", "n": 2, "c": 8, "m": 4, "p": 7, "q": 5, "r": 3, "s": 1, "stride": 2, "dilation": 3})",
        R"({"operator": "attention", "heads": 16, "head_dim": 576, "value_dim": 512, "q_len": 1, "kv_len": 9, "latent": true})",
        R"({"operator": "attention", "heads": 8, "kv_heads": 2, "head_dim": 64, "q_len": 3, "kv_len": 9, "window": 4})",
        R"({"operator": "softmax", "rows": 3, "cols": 7})",
        R"({"operator": "layernorm", "rows": 3, "cols": 7, "dtype": "fp16"})",
        R"({"operator": "rmsnorm", "rows": 3, "cols": 7})",
        R"({"operator": "batchnorm", "rows": 64, "cols": 100352})",
        R"({"operator": "elementwise", "function": "gelu", "elements": 100, "outputs": 2})",
        R"({"operator": "embedding", "rows": 3, "cols": 7})",
        R"({"operator": "pool", "c": 4, "p": 3, "q": 3, "r": 2, "s": 2})",
        R"({"operator": "moe", "tokens": 10, "hidden": 4, "ffn": 8, "experts": 4, "top_k": 2, "skew": 0.5})",
        R"({"operator": "moe", "tokens": 10, "hidden": 4, "ffn": 8, "experts": 4, "top_k": 2, "routing": "independent", "cold": true})",
        R"({"operator": "quantize", "rows": 3, "cols": 7, "a": "bf16", "out": "fp8", "cast": false})",
        R"({"operator": "scan", "q_len": 5, "heads": 2, "key_dim": 8, "value_dim": 4})",
        R"({"operator": "copy", "bytes": 4096})"};
    std::set<std::string> seen;
    for (const char* text : documents) {
        const Json written = toJson(kernel(text));
        const auto again = readKernel(written, "");
        QVERIFY2(again, again ? "" : (written.dump() + describe(again.error())).c_str());
        QCOMPARE(toJson(*again).dump(), written.dump());
        QCOMPARE(workOf(*again).flop, workOf(kernel(text)).flop);
        QCOMPARE(workOf(*again).read_bytes, workOf(kernel(text)).read_bytes);
        seen.insert(parseJson(text)->at("operator").get<std::string>());
    }
    QCOMPARE(seen.size(), kernelOperators().size());
}

void KernelDocumentTest::types() {
    const Kernel plain = kernel(R"({"operator": "matmul", "m": 1, "n": 1, "k": 1})");
    QVERIFY(plain.a == NumberType::Fp32 && plain.math == NumberType::Fp32);
    const Kernel tensor = kernel(R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "dtype": "fp32", "math": "tf32"})");
    QVERIFY(tensor.a == NumberType::Fp32 && tensor.math == NumberType::Tf32);
    const Kernel short_way = kernel(R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "dtype": "tf32"})");
    QVERIFY(short_way.b == NumberType::Fp32 && short_way.out == NumberType::Fp32 && short_way.math == NumberType::Tf32);
    const Kernel narrow = kernel(R"({"operator": "linear", "m": 1, "n": 1, "k": 1, "dtype": "fp8"})");
    QVERIFY(narrow.b == NumberType::Fp8 && narrow.out == NumberType::Bf16 && narrow.math == NumberType::Fp8);
    const Kernel mixed = kernel(R"({"operator": "linear", "m": 1, "n": 1, "k": 1, "a": "fp16", "b": "int4"})");
    QVERIFY(mixed.out == NumberType::Fp16 && mixed.math == NumberType::Fp16);
}

void KernelDocumentTest::refusals_data() {
    QTest::addColumn<QString>("document");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* what, const char* document, const char* code, const char* pointer) {
        QTest::newRow(what) << QString(document) << QString(code) << QString("/workload") + pointer;
    };
    row("no operator", R"({"m": 4})", "missing", "");
    row("unknown operator", R"({"operator": "matmull"})", "bad-value", "/operator");
    row("missing size", R"({"operator": "matmul", "m": 4, "n": 5})", "missing", "/k");
    row("foreign key", R"({"operator": "matmul", "m": 4, "n": 5, "k": 6, "heads": 2})", "unknown-key", "/heads");
    row("zero", R"({"operator": "matmul", "m": 0, "n": 5, "k": 6})", "out-of-range", "/m");
    row("fraction", R"({"operator": "matmul", "m": 1.5, "n": 5, "k": 6})", "wrong-type", "/m");
    row("type", R"({"operator": "matmul", "m": 1, "n": 5, "k": 6, "dtype": "fp12"})", "bad-value", "/dtype");
    row("two types", R"({"operator": "matmul", "m": 1, "n": 5, "k": 6, "dtype": "fp16", "a": "fp16"})", "bad-value",
        "/a");
    row("narrow math", R"({"operator": "matmul", "m": 1, "n": 5, "k": 6, "dtype": "bf16", "math": "fp8"})", "bad-value",
        "/math");
    row("kv heads", R"({"operator": "attention", "heads": 6, "kv_heads": 4, "head_dim": 8, "q_len": 1, "kv_len": 2})",
        "bad-value", "/kv_heads");
    row("context", R"({"operator": "attention", "heads": 6, "head_dim": 8, "q_len": 3, "kv_len": 2})", "bad-value",
        "/kv_len");
    row("groups", R"({"operator": "conv2d", "c": 6, "m": 4, "p": 1, "q": 1, "r": 1, "s": 1, "groups": 3})", "bad-value",
        "/groups");
    row("experts", R"({"operator": "moe", "tokens": 1, "hidden": 4, "ffn": 4, "experts": 2, "top_k": 4})", "bad-value",
        "/top_k");
    row("elements", R"({"operator": "elementwise", "function": "add", "elements": 4, "rows": 2})", "bad-value",
        "/rows");
    row("no function", R"({"operator": "elementwise", "elements": 4})", "missing", "/function");
}

void KernelDocumentTest::refusals() {
    QFETCH(QString, document);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    const auto refused = read(document.toUtf8().constData());
    QVERIFY(!refused);
    QCOMPARE(QString::fromStdString(refused.error().code), code);
    QCOMPARE(QString::fromStdString(refused.error().pointer), pointer);
    QVERIFY(!refused.error().text.empty() && !refused.error().expected.empty());
}

void KernelDocumentTest::graphOptions() {
    const auto options = readGraphOptions(
        *parseJson(
            R"({"model": "llama2-7b", "phase": "decode", "batch": 8, "sequence": 4096, "dtype": "bf16", "weights": "int4",
                       "kv_cache": "fp8", "fused": true, "tensor_parallel": 2, "recompute": "full", "optimizer": "sgd"})"),
        "/workload");
    QVERIFY(options);
    QVERIFY(options->phase == Phase::Decode && options->batch == 8 && options->sequence == 4096 && options->fused);
    QVERIFY(options->weights == NumberType::Int4 && options->activations == NumberType::Bf16);
    QVERIFY(options->kv_cache == NumberType::Fp8 && options->math == NumberType::Bf16);
    QVERIFY(options->optimizer == Optimizer::Sgd && options->recompute == Recompute::Full);
    const auto eight_bits = readGraphOptions(*parseJson(R"({"model": "x", "dtype": "fp8"})"), "");
    QVERIFY(eight_bits && eight_bits->kv_cache == NumberType::Bf16 && eight_bits->math == NumberType::Fp8);
}

void KernelDocumentTest::graphOptionsRefused() {
    const auto refused = readGraphOptions(*parseJson(R"({"model": "x", "phase": "decoding"})"), "/workload");
    QVERIFY(!refused);
    QCOMPARE(refused.error().pointer, std::string("/workload/phase"));
    QVERIFY(!readGraphOptions(*parseJson(R"({"batch": 1})"), ""));
    QVERIFY(!readGraphOptions(*parseJson(R"({"model": "x", "dtype": "bf16", "math": "fp4"})"), ""));
}

QTEST_APPLESS_MAIN(KernelDocumentTest)
#include "kernel_document_test.moc"
