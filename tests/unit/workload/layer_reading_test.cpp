// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::workload;

class LayerReadingTest : public QObject {
    Q_OBJECT
private slots:
    void refuses_data();
    void refuses();
    void hugeBoundNamesTheRange();
    void dimensionsOfOperators();
    void schemaIsPrinted();
    void everyDimensionIsDraggable();
};

void LayerReadingTest::refuses_data() {
    QTest::addColumn<QString>("layer");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    const auto row = [](const char* name, const char* layer, const char* code, const char* pointer) {
        QTest::newRow(name) << layer << code << pointer;
    };
    row("no operator", R"({"m": 1})", "missing", "/w");
    row("unknown operator", R"({"operator": "pool"})", "bad-value", "/w/operator");
    row("unknown key", R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "x": 2})", "unknown-key", "/w/x");
    row("foreign dimension", R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "r": 2})", "unknown-key", "/w/r");
    row("missing dimension", R"({"operator": "matmul", "m": 1, "n": 1})", "missing", "/w/k");
    row("negative", R"({"operator": "matmul", "m": -4, "n": 1, "k": 1})", "out-of-range", "/w/m");
    row("zero", R"({"operator": "matmul", "m": 0, "n": 1, "k": 1})", "out-of-range", "/w/m");
    row("a half", R"({"operator": "matmul", "m": 1.5, "n": 1, "k": 1})", "wrong-type", "/w/m");
    row("text", R"({"operator": "matmul", "m": "64", "n": 1, "k": 1})", "wrong-type", "/w/m");
    row("huge bound", R"({"operator": "matmul", "m": 1000000000000000000, "n": 1, "k": 1})", "out-of-range", "/w/m");
    row("huge product", R"({"operator": "matmul", "m": 1000000000000, "n": 1000000000000, "k": 1})", "bad-value", "/w");
    row("groups", R"({"operator": "conv2d", "c": 6, "m": 8, "p": 1, "q": 1, "r": 1, "s": 1, "groups": 4})", "bad-value",
        "/w/groups");
    row("two strides",
        R"({"operator": "conv2d", "c": 6, "m": 8, "p": 1, "q": 1, "r": 1, "s": 1, "stride": 2, "stride_h": 2})",
        "bad-value", "/w/stride_h");
    row("kv heads",
        R"({"operator": "attention_scores", "heads": 6, "kv_heads": 4, "head_dim": 1, "q_len": 1, "kv_len": 1})",
        "bad-value", "/w/kv_heads");
    row("bits of nothing", R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "bits": {"psums": 8}})", "unknown-tensor",
        "/w/bits/psums");
    row("zero bits", R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "bits": 0})", "out-of-range", "/w/bits");
    row("more kept than there are",
        R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "density": {"weights": {"distribution": "structured", "n": 5, "m": 4}}})",
        "bad-value", "/w/density/weights/n");
    row("no such distribution",
        R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "density": {"weights": {"distribution": "clustered"}}})",
        "bad-value", "/w/density/weights/distribution");
    row("bins of half the blocks",
        R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "density": {"weights": {"distribution": "histogram", "block": 8, "bins": [[0.5, 0.5]]}}})",
        "bad-value", "/w/density/weights/bins");
    row("a band through a cube",
        R"({"operator": "matmul", "batch": 2, "m": 4, "n": 4, "k": 4, "density": {"weights": {"distribution": "banded", "half_width": 1}}})",
        "bad-value", "/w/density");
    row("density above 1", R"({"operator": "matmul", "m": 1, "n": 1, "k": 1, "density": 2})", "out-of-range",
        "/w/density");
    row("custom without", R"({"operator": "custom"})", "missing", "/w/problem");
    row("upper case", R"({"operator": "custom", "problem": {"dimensions": {"M": 2}, "tensors": [
        {"name": "a", "axes": []}, {"name": "b", "axes": [], "output": true}]}})",
        "bad-value", "/w/problem/dimensions/M");
    row("unknown dimension", R"({"operator": "custom", "problem": {"dimensions": {"m": 2}, "tensors": [
        {"name": "a", "axes": [["m"], ["k"]]}, {"name": "b", "axes": [], "output": true}]}})",
        "unknown-dimension", "/w/problem/tensors/0/axes/1/0");
    row("coefficient", R"({"operator": "custom", "problem": {"dimensions": {"m": 2}, "tensors": [
        {"name": "a", "axes": [[{"m": 0}]]}, {"name": "b", "axes": [], "output": true}]}})",
        "bad-value", "/w/problem/tensors/0/axes/0/0");
    row("negative coefficient", R"({"operator": "custom", "problem": {"dimensions": {"m": 2}, "tensors": [
        {"name": "a", "axes": [[{"m": -3}]]}, {"name": "b", "axes": [], "output": true}]}})",
        "bad-value", "/w/problem/tensors/0/axes/0/0");
    row("term", R"({"operator": "custom", "problem": {"dimensions": {"m": 2}, "tensors": [
        {"name": "a", "axes": [[3]]}, {"name": "b", "axes": [], "output": true}]}})",
        "bad-value", "/w/problem/tensors/0/axes/0/0");
    row("no output", R"({"operator": "custom", "problem": {"dimensions": {"m": 2}, "tensors": [
        {"name": "a", "axes": [["m"]]}, {"name": "b", "axes": []}]}})",
        "bad-value", "/w/problem/tensors");
    row("same tensor", R"({"operator": "custom", "problem": {"dimensions": {"m": 2}, "tensors": [
        {"name": "a", "axes": [["m"]]}, {"name": "a", "axes": [], "output": true}]}})",
        "bad-value", "/w/problem/tensors/1/name");
    row("no dimensions", R"({"operator": "custom", "problem": {"dimensions": {}, "tensors": [
        {"name": "a", "axes": []}, {"name": "b", "axes": [], "output": true}]}})",
        "bad-value", "/w/problem/dimensions");
    row("list", "[]", "wrong-type", "/w");
}

void LayerReadingTest::refuses() {
    QFETCH(QString, layer);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    const auto problem = buildProblem(Json::parse(layer.toStdString()), "/w");
    QVERIFY(!problem);
    QCOMPARE(QString::fromStdString(problem.error().code), code);
    QCOMPARE(QString::fromStdString(problem.error().pointer), pointer);
    QVERIFY(!problem.error().text.empty());
    QVERIFY(!problem.error().expected.empty());
}

void LayerReadingTest::hugeBoundNamesTheRange() {
    const auto problem = buildProblem({{"operator", "matmul"}, {"m", 1e18}, {"n", 1}, {"k", 1}}, "/workload");
    QVERIFY(!problem);
    QVERIFY2(messageText(problem.error().text).find("m is ") == 0, messageText(problem.error().text).c_str());
    QVERIFY2(messageText(problem.error().expected).find("1 to 1e12") != std::string::npos,
             messageText(problem.error().expected).c_str());
}

void LayerReadingTest::dimensionsOfOperators() {
    QCOMPARE(operatorDimensions("matmul"), (std::vector<std::string>{"batch", "m", "n", "k"}));
    QCOMPARE(operatorDimensions("conv2d").front(), std::string("n"));
    QVERIFY(operatorDimensions("pool").empty());
}

void LayerReadingTest::schemaIsPrinted() {
    for (const ObjectSchema* schema : {&layerSchema(), &cnnSchema(), &transformerSchema()}) {
        const Json printed = toJsonSchema(*schema);
        QVERIFY(printed.contains("$schema"));
        QCOMPARE(printed.at("additionalProperties").get<bool>(), false);
        QVERIFY(printed.at("properties").size() >= schema->fields.size());
    }
}

void LayerReadingTest::everyDimensionIsDraggable() {
    for (const char* name : {"conv2d", "matmul", "attention_scores", "attention_context"}) {
        for (const std::string& key : operatorDimensions(name)) {
            const Field* field = layerSchema().find(key);
            QVERIFY2(field != nullptr && field->parameter, key.c_str());
            QVERIFY(!field->title.empty());
        }
    }
}

QTEST_APPLESS_MAIN(LayerReadingTest)
#include "layer_reading_test.moc"
