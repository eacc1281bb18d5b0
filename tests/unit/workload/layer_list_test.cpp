// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::workload;

namespace {

Json transformer() {
    return Json::parse(
        R"({"id": "toy", "kind": "transformer", "name": "Toy", "source": "a test", "architecture": "decoder",
        "layers": 3, "hidden": 8, "heads": 4, "kv_heads": 2, "head_dim": 2, "ffn": 16, "gated_mlp": true, "vocab": 100,
        "max_seq": 64})");
}

Json cnn() {
    return Json::parse(R"({"id": "toy", "kind": "cnn", "name": "Toy", "source": "a test", "layers": [
        {"name": "conv", "operator": "conv2d", "in_channels": 4, "in_height": 9, "in_width": 9, "out_channels": 8,
         "out_height": 5, "out_width": 5, "kernel_height": 3, "kernel_width": 3, "stride": 2, "pad": 1, "groups": 2},
        {"name": "pool", "operator": "max_pool", "in_channels": 8, "out_channels": 8},
        {"name": "fc", "operator": "linear", "in_channels": 200, "out_channels": 10, "repeat": 2}]})");
}

double macs(const Json& layer) {
    const auto problem = buildProblem(layer, "");
    if (!problem) qFatal("%s", describe(problem.error()).c_str());
    return problem->macs();
}

double total(const Json& workload, const LayerListOptions& options) {
    const auto layers = listLayers(workload, options);
    if (!layers) qFatal("%s", describe(layers.error()).c_str());
    double sum = 0.0;
    for (const Json& layer : *layers)
        sum += macs(layer) * layer.at("repeat").get<double>();
    return sum;
}

Json layer(const Json& workload, const char* name, const LayerListOptions& options) {
    const auto found = findLayer(workload, name, options);
    if (!found) qFatal("%s", describe(found.error()).c_str());
    return *found;
}

} // namespace

class LayerListTest : public QObject {
    Q_OBJECT
private slots:
    void convolutionalNetwork();
    void prefill();
    void decode();
    void expertsKeepTheSum();
    void slidingWindow();
    void latentAttentionDecodesOnLatents();
    void encoderDecoder();
    void visionEncoder();
    void refuses_data();
    void refuses();
};

void LayerListTest::convolutionalNetwork() {
    const auto layers = listLayers(cnn(), {2, 0, false});
    QVERIFY(layers);
    QCOMPARE(layers->size(), 2u);
    QCOMPARE(macs((*layers)[0]), 2.0 * 4 / 2 * 8 * 25 * 9);
    QCOMPARE(macs((*layers)[1]), 2.0 * 200 * 10);
    QCOMPARE((*layers)[1].at("repeat").get<int>(), 2);
    for (const Json& one : *layers) {
        QVERIFY(layer(cnn(), one.at("name").get<std::string>().c_str(), {2, 0, false}) == one);
    }
    QVERIFY(!findLayer(cnn(), "pool", {}));
}

/// 10 tokens of 2 sequences: projections, both products over the square, three feed-forward matrices, the
/// head.
void LayerListTest::prefill() {
    const LayerListOptions options{2, 10, false};
    const double tokens = 20.0;
    const double block = tokens * (8 * (4 + 2 * 2) * 2 + 8 * 8 + 3 * 8 * 16) + 2 * (2.0 * 4 * 2 * 10 * 10);
    QCOMPARE(total(transformer(), options), 3 * block + 2.0 * 8 * 100);
    QCOMPARE(layer(transformer(), "attention.scores", options).at("kv_heads").get<int>(), 2);
    QCOMPARE(layer(transformer(), "mlp.down", options).at("repeat").get<int>(), 3);
}

void LayerListTest::decode() {
    const LayerListOptions options{2, 10, true};
    const double block = 2.0 * (8 * (4 + 2 * 2) * 2 + 8 * 8 + 3 * 8 * 16) + 2 * (2.0 * 4 * 2 * 1 * 10);
    QCOMPARE(total(transformer(), options), 3 * block + 2.0 * 8 * 100);
    QCOMPARE(layer(transformer(), "attention.context", options).at("q_len").get<int>(), 1);
    QCOMPARE(layer(transformer(), "attention.context", options).at("kv_len").get<int>(), 10);
}

/// However many tokens there are, each passes `per_token` experts, exactly.
void LayerListTest::expertsKeepTheSum() {
    Json model = transformer();
    model["moe"] = {{"experts", 5}, {"per_token", 2}, {"ffn", 6}, {"shared_ffn", 4}, {"dense_layers", 1}};
    for (const std::uint64_t tokens : {1u, 2u, 3u, 7u, 50u}) {
        const LayerListOptions options{1, tokens, false};
        const double t = static_cast<double>(tokens);
        const double attention = t * (8 * 8 * 2 + 8 * 8) + 2 * (4.0 * 2 * t * t);
        const double expected = 3 * attention + t * 3 * 8 * 16 + 2 * t * (8 * 5 + 2 * 3 * 8 * 6 + 3 * 8 * 4) + 8 * 100;
        QCOMPARE(total(model, options), expected);
    }
}

void LayerListTest::slidingWindow() {
    Json model = transformer();
    model["sliding_window"] = {{"tokens", 4}, {"layers", 2}};
    const LayerListOptions options{1, 10, true};
    QCOMPARE(layer(model, "window_attention.scores", options).at("kv_len").get<int>(), 4);
    QCOMPARE(layer(model, "window_attention.scores", options).at("repeat").get<int>(), 2);
    QCOMPARE(layer(model, "attention.scores", options).at("repeat").get<int>(), 1);
    QVERIFY(!findLayer(model, "window_attention.scores", {1, 3, true}));
}

void LayerListTest::latentAttentionDecodesOnLatents() {
    Json model = transformer();
    model["latent_attention"] = {{"query_rank", 6}, {"kv_rank", 5}, {"nope_dim", 3}, {"rope_dim", 1}, {"value_dim", 2}};
    const Json scores = layer(model, "attention.scores", {1, 10, true});
    QCOMPARE(scores.at("kv_heads").get<int>(), 1);
    QCOMPARE(scores.at("head_dim").get<int>(), 6);
    QCOMPARE(layer(model, "attention.context", {1, 10, true}).at("head_dim").get<int>(), 5);
    QCOMPARE(layer(model, "attention.query_absorb", {1, 10, true}).at("batch").get<int>(), 4);
    QCOMPARE(layer(model, "attention.scores", {1, 10, false}).at("head_dim").get<int>(), 4);
    QCOMPARE(layer(model, "attention.kv_up", {1, 10, false}).at("n").get<int>(), 4 * (3 + 2));
    QVERIFY(!findLayer(model, "attention.qkv", {1, 10, false}));
}

void LayerListTest::encoderDecoder() {
    Json model = transformer();
    model["architecture"] = "encoder_decoder";
    QVERIFY(findLayer(model, "encoder.attention.qkv", {1, 10, false}));
    QVERIFY(findLayer(model, "decoder.cross_attention.key_value", {1, 10, false}));
    QVERIFY(!findLayer(model, "encoder.attention.qkv", {1, 10, true}));
    QVERIFY(!findLayer(model, "decoder.cross_attention.key_value", {1, 10, true}));
    QCOMPARE(layer(model, "decoder.cross_attention.scores", {1, 10, true}).at("kv_len").get<int>(), 10);
}

void LayerListTest::visionEncoder() {
    Json model = transformer();
    model["architecture"] = "vision_encoder";
    model["image"] = {{"height", 32}, {"width", 16}, {"channels", 3}, {"patch", 8}};
    const Json patches = layer(model, "patch_embedding", {});
    QCOMPARE(macs(patches), 3.0 * 8 * 8 * 8 * (4 * 2));
    QCOMPARE(layer(model, "attention.scores", {}).at("q_len").get<int>(), 9);
    model["image"]["patch"] = 5;
    QCOMPARE(listLayers(model, {}).error().pointer, std::string("/image/patch"));
}

void LayerListTest::refuses_data() {
    QTest::addColumn<QString>("changed");
    QTest::addColumn<QString>("value");
    QTest::addColumn<bool>("decode");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("pointer");
    QTest::newRow("unknown key") << "/depth"
                                 << "3" << false << "unknown-key"
                                 << "/depth";
    QTest::newRow("no layers") << "/layers"
                               << "0" << false << "out-of-range"
                               << "/layers";
    QTest::newRow("kv heads") << "/kv_heads"
                              << "3" << false << "bad-value"
                              << "/kv_heads";
    QTest::newRow("image of a decoder") << "/image"
                                        << R"({"height": 1, "width": 1, "channels": 1, "patch": 1})" << false
                                        << "bad-value"
                                        << "/image";
    QTest::newRow("encoder decodes") << "/architecture"
                                     << "\"encoder\"" << true << "bad-value"
                                     << "";
    QTest::newRow("too long") << "/max_seq"
                              << "5" << false << "bad-value"
                              << "";
    QTest::newRow("neither") << "/kind"
                             << "\"gpu\"" << false << "bad-value"
                             << "/kind";
}

void LayerListTest::refuses() {
    QFETCH(QString, changed);
    QFETCH(QString, value);
    QFETCH(bool, decode);
    QFETCH(QString, code);
    QFETCH(QString, pointer);
    Json model = transformer();
    model[Json::json_pointer(changed.toStdString())] = Json::parse(value.toStdString());
    const auto layers = listLayers(model, {1, 10, decode});
    QVERIFY(!layers);
    QCOMPARE(QString::fromStdString(layers.error().code), code);
    QCOMPARE(QString::fromStdString(layers.error().pointer), pointer);

    Json network = cnn();
    network["layers"][0]["out_width"] = 4;
    const auto wrong = listLayers(network, {});
    QVERIFY(!wrong);
    QCOMPARE(wrong.error().pointer, std::string("/layers/0/out_width"));
    QVERIFY(!findLayer(network, "conv", {}));
    QVERIFY(findLayer(network, "fc", {}));
    QVERIFY(!listLayers(cnn(), {0, 0, false}));
    QVERIFY(!findLayer(cnn(), "fc", {0, 0, false}));
    QVERIFY(!listLayers(transformer(), {std::uint64_t{1} << 62, 32, false}));
    const auto missing = findLayer(cnn(), "con", {});
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, std::string("not-found"));
    QVERIFY(messageText(missing.error().expected).find("conv, fc") != std::string::npos);
}

QTEST_APPLESS_MAIN(LayerListTest)
#include "layer_list_test.moc"
