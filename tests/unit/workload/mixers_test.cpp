// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QTest>

using namespace strata;
using namespace strata::workload;

namespace {

Json hybrid(const char* kind = "delta") {
    Json model = *parseJson(
        R"({"id": "h", "kind": "transformer", "name": "H", "source": "made up for this test", "architecture": "decoder",
        "layers": 8, "hidden": 512, "heads": 8, "kv_heads": 2, "head_dim": 64, "ffn": 1536, "gated_mlp": true,
        "vocab": 1000, "max_seq": 65536, "recurrent": {"layers": 6, "heads": 8, "groups": 4, "key_dim": 32,
        "value_dim": 64, "convolution": 4}})");
    model["recurrent"]["kind"] = kind;
    if (std::string_view(kind) == "selective") model["recurrent"]["rank"] = 16;
    return model;
}

Json sparse() {
    return *parseJson(
        R"({"id": "s", "kind": "transformer", "name": "S", "source": "made up for this test", "architecture": "decoder",
        "layers": 3, "hidden": 512, "heads": 8, "kv_heads": 8, "head_dim": 48, "ffn": 1536, "gated_mlp": true,
        "vocab": 1000, "max_seq": 65536,
        "latent_attention": {"query_rank": 128, "kv_rank": 64, "nope_dim": 32, "rope_dim": 16, "value_dim": 32},
        "sparse_attention": {"selected": 2048, "heads": 4, "head_dim": 128}})");
}

GraphOptions options(Phase phase, double batch, double sequence) {
    GraphOptions made;
    made.phase = phase;
    made.batch = batch;
    made.sequence = sequence;
    made.weights = made.activations = made.kv_cache = made.math = NumberType::Bf16;
    return made;
}

ModelGraph graphOf(const Json& model, const GraphOptions& options) {
    auto graph = buildGraph(model, options, "/workload/model");
    if (!graph) qFatal("%s", describe(graph.error()).c_str());
    return *std::move(graph);
}

const Operator* find(const ModelGraph& graph, std::string_view part) {
    const auto found = std::find_if(graph.operators.begin(), graph.operators.end(),
                                    [&](const Operator& op) { return op.name.find(part) != std::string::npos; });
    return found == graph.operators.end() ? nullptr : &*found;
}

double countOf(const ModelGraph& graph, std::string_view part) {
    double sum = 0;
    for (const Operator& op : graph.operators)
        if (op.name.find(part) != std::string::npos) sum += op.count;
    return sum;
}

std::string pointerOf(const Json& model, const GraphOptions& asked) {
    const auto graph = buildGraph(model, asked, "/workload/model");
    return graph ? std::string() : graph.error().pointer;
}

} // namespace

class MixersTest : public QObject {
    Q_OBJECT
private slots:
    void theStateIsOfARequest();
    void promptsAreChunksAndDecodingUpdates();
    void kernelsOfAPromptsScan();
    void kindsHaveTheirProducts_data();
    void kindsHaveTheirProducts();
    void ranksShareTheState();
    void layersWithoutAFeedForwardNetwork();
    void theGateWidensTheProjection();
    void decodingReadsTheSelected();
    void shortContextsAreNotScored();
    void selectedPromptsWorkOnLatents();
    void loopNests();
    void refusals();
};

/// Two of eight layers keep keys and values; the other six a matrix a head in 32 bits and three inputs of each of
/// (2 x 4 x 32 + 8 x 64) channels.
void MixersTest::theStateIsOfARequest() {
    const double state = 6 * (8.0 * 32 * 64 * 4 + 3 * (2 * 4 * 32 + 8 * 64) * 2);
    for (const double sequence : {100.0, 5000.0}) {
        for (const Phase phase : {Phase::Prefill, Phase::Decode}) {
            const ModelGraph graph = graphOf(hybrid(), options(phase, 3, sequence));
            QCOMPARE(graph.memory.state_bytes, 3 * state);
            QCOMPARE(graph.memory.kv_cache_bytes, 3 * 2 * sequence * 2 * 2 * 64 * 2);
        }
    }
    const ModelGraph graph = graphOf(hybrid(), options(Phase::Decode, 1, 1000));
    QVERIFY(graph.memory.total() > graph.memory.weight_bytes + state);
    QCOMPARE(graphOf(hybrid(), options(Phase::Inference, 1, 1000)).memory.state_bytes, 0.0);
}

void MixersTest::promptsAreChunksAndDecodingUpdates() {
    GraphOptions asked = options(Phase::Prefill, 2, 4096);
    asked.fused = true;
    const ModelGraph prompt = graphOf(hybrid(), asked);
    const Operator* scan = find(prompt, "recurrent.scan");
    QVERIFY(scan != nullptr);
    const auto& shape = std::get<Scan>(scan->kernel.shape);
    QVERIFY(scan->count == 6 && shape.batch == 2 && shape.q_len == 4096 && shape.heads == 8 && shape.key_dim == 32 &&
            shape.value_dim == 64 && scan->kernel.b == NumberType::Fp32);
    QCOMPARE(countOf(prompt, "attention.attention"), 2.0);
    QCOMPARE(countOf(prompt, "mlp.down"), 8.0);
    asked.phase = Phase::Decode;
    for (const double sequence : {200.0, 20000.0}) {
        asked.sequence = sequence;
        const ModelGraph token = graphOf(hybrid(), asked);
        QCOMPARE(std::get<Scan>(find(token, "recurrent.scan")->kernel.shape).q_len, 1.0);
        QCOMPARE(std::get<Attention>(find(token, "attention.attention")->kernel.shape).kv_len, sequence);
        // A decoded token moves what waits in the convolution, a prompt hardly.
        const auto& moved = std::get<VectorOp>(find(token, "recurrent.convolution")->kernel.shape);
        QCOMPARE(moved.inputs, 4.0);
    }
    QVERIFY(std::get<VectorOp>(find(prompt, "recurrent.convolution")->kernel.shape).inputs < 1.01);
}

/// Libraries cut the scan of a prompt into several kernels; a decoded token takes one.
void MixersTest::kernelsOfAPromptsScan() {
    GraphOptions asked = options(Phase::Prefill, 1, 512);
    asked.fusion = "engine";
    for (const auto& [kind, kernels] : {std::pair{"delta", 11.0}, {"ssm", 7.0}, {"selective", 1.0}}) {
        QCOMPARE(find(graphOf(hybrid(kind), asked), "recurrent.scan")->launches, kernels);
        QCOMPARE(find(graphOf(hybrid(kind), asked), "recurrent.convolution")->launches, 3.0);
        GraphOptions token = asked;
        token.phase = Phase::Decode;
        for (const char* step : {"recurrent.scan", "recurrent.convolution"})
            QCOMPARE(find(graphOf(hybrid(kind), token), step)->launches, 1.0);
    }
}

void MixersTest::kindsHaveTheirProducts_data() {
    QTest::addColumn<double>("columns");
    QTest::addColumn<double>("state");
    QTest::newRow("delta") << 2.0 * 4 * 32 + 2 * 8 * 64 << 8.0 * 32 * 64;
    QTest::newRow("ssm") << 2.0 * 4 * 32 + 2 * 8 * 64 + 8 << 8.0 * 32 * 64;
    QTest::newRow("selective") << 2.0 * 8 * 64 << 8.0 * 32 * 64;
    QTest::newRow("convolution") << 3.0 * 512 << 0.0;
}

void MixersTest::kindsHaveTheirProducts() {
    QFETCH(double, columns);
    QFETCH(double, state);
    Json model = hybrid(QTest::currentDataTag());
    if (std::string_view(QTest::currentDataTag()) == "convolution")
        model["recurrent"] = {{"kind", "convolution"}, {"layers", 6}, {"convolution", 3}};
    GraphOptions asked = options(Phase::Decode, 5, 1000);
    asked.fused = true;
    const ModelGraph graph = graphOf(model, asked);
    const auto first = std::find_if(graph.operators.begin(), graph.operators.end(), [](const Operator& op) {
        return op.name.find(".recurrent.") != std::string::npos && std::holds_alternative<Matmul>(op.kernel.shape);
    });
    QVERIFY(first != graph.operators.end());
    QCOMPARE(std::get<Matmul>(first->kernel.shape).n, columns);
    const Operator* scan = find(graph, "recurrent.scan");
    QCOMPARE(scan != nullptr, state > 0);
    QVERIFY(graph.memory.state_bytes > 6 * 5 * 4 * state);
}

void MixersTest::ranksShareTheState() {
    GraphOptions asked = options(Phase::Decode, 1, 1000);
    const double whole = graphOf(hybrid(), asked).memory.state_bytes;
    asked.tensor_parallel = 2;
    QCOMPARE(graphOf(hybrid(), asked).memory.state_bytes, whole / 2);
    // Key heads are copied where there are more ranks than heads.
    asked.tensor_parallel = 8;
    QVERIFY(graphOf(hybrid(), asked).memory.state_bytes > whole / 8);
}

void MixersTest::layersWithoutAFeedForwardNetwork() {
    Json model = hybrid("ssm");
    model["feed_forward_layers"] = 5;
    const ModelGraph graph = graphOf(model, options(Phase::Prefill, 1, 512));
    QCOMPARE(countOf(graph, "mlp.down"), 5.0);
    QCOMPARE(countOf(graph, "recurrent.scan"), 6.0);
    QCOMPARE(countOf(graph, "attention.output"), 2.0);
}

void MixersTest::theGateWidensTheProjection() {
    Json model = hybrid();
    GraphOptions asked = options(Phase::Decode, 1, 1000);
    asked.fused = true;
    const double plain = graphOf(model, asked).parameters;
    model["attention_gate"] = true;
    QCOMPARE(graphOf(model, asked).parameters, plain + 2 * 512.0 * 512);
}

void MixersTest::decodingReadsTheSelected() {
    GraphOptions asked = options(Phase::Decode, 4, 30000);
    asked.fused = true;
    const ModelGraph graph = graphOf(sparse(), asked);
    const auto& attention = std::get<Attention>(find(graph, "attention.attention")->kernel.shape);
    QVERIFY(attention.latent && attention.kv_len == 2048 && attention.q_len == 1);
    const Operator* scores = find(graph, "indexer.scores");
    const auto& shape = std::get<Attention>(scores->kernel.shape);
    QVERIFY(shape.kv_len == 30000 && shape.heads == 4 && shape.kv_heads == 1 && shape.head_dim == 128 &&
            scores->kernel.math == NumberType::Fp8);
    QVERIFY(find(graph, "indexer.choice") != nullptr);
    // The cache still holds every token, and its key in 8 bits with a scale.
    QCOMPARE(graph.memory.kv_cache_bytes, 3.0 * 4 * 30000 * ((64 + 16) * 2 + 132));
    // The indexer stands whole on each rank.
    asked.tensor_parallel = 4;
    QCOMPARE(std::get<Attention>(find(graphOf(sparse(), asked), "indexer.scores")->kernel.shape).heads, 4.0);
}

void MixersTest::shortContextsAreNotScored() {
    GraphOptions asked = options(Phase::Decode, 4, 2048);
    asked.fused = true;
    const ModelGraph graph = graphOf(sparse(), asked);
    QVERIFY(find(graph, "indexer.scores") == nullptr && find(graph, "indexer.key") != nullptr);
    QCOMPARE(std::get<Attention>(find(graph, "attention.attention")->kernel.shape).kv_len, 2048.0);
    asked.sequence = 2049;
    QCOMPARE(graphOf(sparse(), asked).parameters, graph.parameters);
}

void MixersTest::selectedPromptsWorkOnLatents() {
    GraphOptions asked = options(Phase::Prefill, 1, 8192);
    asked.fused = true;
    const ModelGraph graph = graphOf(sparse(), asked);
    const auto& attention = std::get<Attention>(find(graph, "attention.attention")->kernel.shape);
    QVERIFY(attention.window == 2048 && attention.q_len == 8192 && attention.head_dim == 80 && attention.heads == 64 &&
            attention.kv_heads == 1);
    QVERIFY(find(graph, "attention.query_absorb") != nullptr && find(graph, "key_up") == nullptr);
    // Weights of both forms are the same matrices.
    asked.sequence = 1024;
    QCOMPARE(graphOf(sparse(), asked).parameters, graph.parameters);
}

/// Token by token each state is read twice and written once: six operations an element, as a scan counts them.
void MixersTest::loopNests() {
    Json model = hybrid();
    const auto layers = listLayers(model, {1, 64, true});
    QVERIFY(bool(layers));
    double states = 0, attending = 0;
    for (const Json& layer : *layers) {
        const std::string name = layer.at("name");
        const double repeat = layer.at("repeat");
        if (name.find("recurrent.state") != std::string::npos)
            states += repeat * layer.at("batch").get<double>() * layer.at("m").get<double>() *
                      layer.at("n").get<double>() * layer.at("k").get<double>();
        if (name == "attention.qkv") attending = repeat;
    }
    QCOMPARE(states, 6.0 * 3 * 8 * 32 * 64);
    QCOMPARE(attending, 2.0);
    const auto selected = listLayers(sparse(), {1, 30000, true});
    const auto scores = std::find_if(selected->begin(), selected->end(),
                                     [](const Json& layer) { return layer.at("name") == "attention.scores"; });
    QCOMPARE(scores->at("kv_len").get<double>(), 2048.0);
}

void MixersTest::refusals() {
    Json model = hybrid();
    QCOMPARE(pointerOf(model, options(Phase::Training, 1, 128)), std::string("/workload/model"));
    QCOMPARE(pointerOf(sparse(), options(Phase::Training, 1, 128)), std::string("/workload/model"));
    model["recurrent"]["layers"] = 8;
    QCOMPARE(pointerOf(model, options(Phase::Prefill, 1, 128)), std::string("/workload/model/recurrent/layers"));
    model = hybrid();
    model["feed_forward_layers"] = 9;
    QCOMPARE(pointerOf(model, options(Phase::Prefill, 1, 128)), std::string("/workload/model/feed_forward_layers"));
    model = hybrid();
    model["sliding_window"] = {{"tokens", 128}, {"layers", 3}};
    QCOMPARE(pointerOf(model, options(Phase::Prefill, 1, 128)), std::string("/workload/model/sliding_window/layers"));
    model = hybrid();
    model["sparse_attention"] = {{"selected", 2048}, {"heads", 4}, {"head_dim", 128}};
    QCOMPARE(pointerOf(model, options(Phase::Prefill, 1, 128)), std::string("/workload/model/sparse_attention"));
    model = hybrid();
    model["recurrent"]["kind"] = "lstm";
    QCOMPARE(pointerOf(model, options(Phase::Prefill, 1, 128)), std::string("/workload/model/recurrent/kind"));
    model = hybrid();
    model["recurrent"].erase("key_dim");
    QCOMPARE(pointerOf(model, options(Phase::Prefill, 1, 128)), std::string("/workload/model/recurrent/key_dim"));
}

QTEST_APPLESS_MAIN(MixersTest)
#include "mixers_test.moc"
