// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph.h"
#include "core/workload/lowering.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <QTest>
#include <set>

using namespace strata;
using namespace strata::workload;

namespace {

Json decoder() {
    return *parseJson(
        R"({"id": "d", "kind": "transformer", "name": "D", "source": "made up for this test", "architecture": "decoder",
        "layers": 6, "hidden": 512, "heads": 8, "kv_heads": 2, "head_dim": 64, "ffn": 1536, "gated_mlp": true, "vocab": 1000,
        "max_seq": 4096})");
}

Json classic() {
    return *parseJson(
        R"({"id": "c", "kind": "transformer", "name": "C", "source": "made up for this test", "architecture": "decoder",
        "layers": 5, "hidden": 256, "heads": 4, "kv_heads": 4, "head_dim": 64, "ffn": 1024, "vocab": 1000, "max_seq": 4096})");
}

GraphOptions options(Phase phase, double batch, double sequence, NumberType type = NumberType::Bf16) {
    GraphOptions made;
    made.phase = phase;
    made.batch = batch;
    made.sequence = sequence;
    made.weights = made.activations = made.kv_cache = made.math = type;
    return made;
}

ModelGraph graphOf(const Json& model, const GraphOptions& options) {
    auto graph = buildGraph(model, options, "/workload/model");
    if (!graph) qFatal("%s", describe(graph.error()).c_str());
    return *std::move(graph);
}

double flop(const ModelGraph& graph, std::initializer_list<Pass> passes) {
    double sum = 0;
    for (const Operator& op : graph.operators) {
        const bool product =
            std::holds_alternative<Matmul>(op.kernel.shape) || std::holds_alternative<Moe>(op.kernel.shape);
        if (product && std::find(passes.begin(), passes.end(), op.pass) != passes.end())
            sum += op.count * workOf(op.kernel).flop;
    }
    return sum;
}

const Operator* find(const ModelGraph& graph, std::string_view part) {
    const auto found = std::find_if(graph.operators.begin(), graph.operators.end(),
                                    [&](const Operator& op) { return op.name.find(part) != std::string::npos; });
    return found == graph.operators.end() ? nullptr : &*found;
}

double launches(const ModelGraph& graph) {
    double sum = 0;
    for (const Operator& op : graph.operators)
        sum += op.count * op.launches;
    return sum;
}

} // namespace

class GraphTest : public QObject {
    Q_OBJECT
private slots:
    void backwardDoublesProducts();
    void decodeReadsTheCache();
    void tensorParallelSharesTheWork();
    void fusionLaunchesLess();
    void storedActivations_data();
    void storedActivations();
    void recomputationStoresLess();
    void states();
    void mixture();
    void narrowTypes();
    void builtNetworksStayNarrow();
    void refusals();
    void loweringIsValid();
    void loweringRefused();
};

void GraphTest::backwardDoublesProducts() {
    const ModelGraph forward = graphOf(decoder(), options(Phase::Inference, 2, 128));
    const ModelGraph training = graphOf(decoder(), options(Phase::Training, 2, 128));
    const double once = flop(forward, {Pass::Forward});
    QCOMPARE(flop(training, {Pass::Forward}), once);
    QCOMPARE(flop(training, {Pass::BackwardInput, Pass::BackwardWeight}), 2 * once);
    QVERIFY(find(training, "optimizer.update") != nullptr);
    GraphOptions measured = options(Phase::Training, 2, 128);
    measured.optimizer = Optimizer::None;
    measured.loss = false;
    const ModelGraph bare = graphOf(decoder(), measured);
    QVERIFY(find(bare, "optimizer") == nullptr && find(bare, "loss") == nullptr);
    measured.accumulate_gradients = true;
    QVERIFY(find(graphOf(decoder(), measured), ".accumulate") != nullptr);
}

void GraphTest::decodeReadsTheCache() {
    GraphOptions asked = options(Phase::Decode, 4, 1000);
    asked.fused = true;
    asked.kv_cache = NumberType::Fp8;
    const ModelGraph graph = graphOf(decoder(), asked);
    QCOMPARE(graph.tokens, 4.0);
    QCOMPARE(graph.memory.kv_cache_bytes, 6.0 * 4 * 1000 * 2 * 2 * 64);
    const Operator* attention = find(graph, "attention.attention");
    QVERIFY(attention != nullptr);
    QCOMPARE(attention->count, 6.0);
    const auto& shape = std::get<Attention>(attention->kernel.shape);
    QVERIFY(shape.q_len == 1 && shape.kv_len == 1000 && shape.kv_heads == 2 && attention->kernel.b == NumberType::Fp8);
    const auto& logits = std::get<Matmul>(find(graph, "head.logits")->kernel.shape);
    QVERIFY(logits.m == 4 && logits.n == 1000 && logits.k == 512);
    // A chunk of a prompt sees what is cached.
    GraphOptions chunk = options(Phase::Prefill, 1, 100);
    chunk.cached = 900;
    chunk.fused = true;
    const ModelGraph later = graphOf(decoder(), chunk);
    const auto& seen = std::get<Attention>(find(later, "attention.attention")->kernel.shape);
    QVERIFY(seen.q_len == 100 && seen.kv_len == 1000);
    QCOMPARE(later.memory.kv_cache_bytes, 6.0 * 1000 * 2 * 2 * 64 * 2);
    // A prompt asks for logits of its last token only.
    const auto& last =
        std::get<Matmul>(find(graphOf(decoder(), options(Phase::Prefill, 4, 1000)), "head.logits")->kernel.shape);
    QCOMPARE(last.m, 4.0);
}

void GraphTest::tensorParallelSharesTheWork() {
    GraphOptions asked = options(Phase::Inference, 2, 128);
    const double whole = flop(graphOf(decoder(), asked), {Pass::Forward});
    asked.tensor_parallel = 2;
    QCOMPARE(2 * flop(graphOf(decoder(), asked), {Pass::Forward}), whole);
    asked.tensor_parallel = 3;
    const auto refused = buildGraph(decoder(), asked, "/workload/model");
    QVERIFY(!refused);
    QCOMPARE(refused.error().pointer, std::string("/workload/tensor_parallel"));
}

void GraphTest::fusionLaunchesLess() {
    GraphOptions asked = options(Phase::Inference, 2, 128);
    const ModelGraph eager = graphOf(decoder(), asked);
    asked.fused = true;
    const ModelGraph compiled = graphOf(decoder(), asked);
    asked.fusion = "engine";
    const ModelGraph engine = graphOf(decoder(), asked);
    QVERIFY(launches(engine) < launches(compiled) && launches(compiled) < launches(eager));
    QCOMPARE(flop(compiled, {Pass::Forward}), flop(eager, {Pass::Forward}));
    QVERIFY(compiled.memory.activation_bytes <= eager.memory.activation_bytes);
    // The norm of six eager kernels is one, and reads the stream once.
    const Operator* norm = find(compiled, "attention.norm");
    QVERIFY(norm != nullptr);
    QVERIFY(std::get<VectorOp>(norm->kernel.shape).inputs < 2.5);
    QVERIFY(find(engine, "query_key_value") != nullptr && find(engine, "gate_up") != nullptr);
    // norm, projection, rotation, attention, output, norm with residual, two products, activation: and
    // nothing else in a layer
    const auto layer = std::count_if(engine.operators.begin(), engine.operators.end(),
                                     [](const Operator& op) { return op.count == 6; });
    QVERIFY2(layer <= 10, std::to_string(layer).c_str());
}

void GraphTest::storedActivations_data() {
    QTest::addColumn<double>("sequence");
    QTest::newRow("short") << 128.0;
    QTest::newRow("long") << 1024.0;
}

/// s b h (34 + 5 a s / h) bytes a layer in 16 bits: V. Korthikanti et al., Reducing Activation Recomputation
/// in Large Transformer Models, MLSys 2023, Equation 1. Ours keeps what that equation leaves out: the scaled
/// and masked scores are not read again, but copies that merge heads are.
void GraphTest::storedActivations() {
    QFETCH(double, sequence);
    const double batch = 2;
    Json model = classic();
    const double one = graphOf(model, options(Phase::Training, batch, sequence)).memory.activation_bytes;
    model["layers"] = 6;
    const double layer = graphOf(model, options(Phase::Training, batch, sequence)).memory.activation_bytes - one;
    const double published = sequence * batch * 256 * (34 + 5 * 4 * sequence / 256);
    QVERIFY2(std::abs(layer / published - 1) < 0.02, std::to_string(layer / published).c_str());
}

void GraphTest::recomputationStoresLess() {
    GraphOptions asked = options(Phase::Training, 2, 1024);
    const ModelGraph all = graphOf(classic(), asked);
    asked.recompute = Recompute::Selective;
    const ModelGraph selective = graphOf(classic(), asked);
    asked.recompute = Recompute::Full;
    const ModelGraph full = graphOf(classic(), asked);
    QVERIFY(full.memory.activation_bytes < selective.memory.activation_bytes);
    QVERIFY(selective.memory.activation_bytes < all.memory.activation_bytes);
    // Layers once more; the head is not among them.
    const double head = 2.0 * 2 * 1024 * 256 * 1000;
    const double layers = flop(all, {Pass::Forward}) - head;
    QCOMPARE(flop(full, {Pass::Forward}), flop(all, {Pass::Forward}) + layers);
    QVERIFY(selective.flop() > all.flop() && selective.flop() < full.flop());
}

/// Bytes for each parameter: 2 + 2 + 12 in mixed precision, 4 + 4 + 8 in 32 bits (Rajbhandari et al., ZeRO,
/// SC 2020, 3.1).
void GraphTest::states() {
    const ModelGraph mixed = graphOf(classic(), options(Phase::Training, 1, 128));
    QCOMPARE(mixed.memory.weight_bytes + mixed.memory.gradient_bytes, 4 * mixed.parameters);
    QCOMPARE(mixed.memory.optimizer_bytes, 12 * mixed.parameters);
    const ModelGraph plain = graphOf(classic(), options(Phase::Training, 1, 128, NumberType::Fp32));
    QCOMPARE(plain.memory.optimizer_bytes, 8 * plain.parameters);
    const double matrices = 5 * (4 * 256.0 * 256 + 2 * 256.0 * 1024) + 2 * 1000.0 * 256 + 4096.0 * 256;
    QVERIFY(plain.parameters > matrices && plain.parameters < 1.02 * matrices);
}

void GraphTest::mixture() {
    Json model = decoder();
    model["moe"] = *parseJson(R"({"experts": 8, "per_token": 2, "ffn": 256, "dense_layers": 1, "shared_ffn": 512})");
    GraphOptions asked = options(Phase::Inference, 2, 128);
    const ModelGraph eager = graphOf(model, asked);
    asked.fusion = "engine";
    asked.flash_attention = true;
    const ModelGraph engine = graphOf(model, asked);
    QCOMPARE(engine.parameters, eager.parameters);
    const auto experts = [](const ModelGraph& graph) {
        double sum = 0;
        for (const Operator& op : graph.operators) {
            const bool product = !std::holds_alternative<VectorOp>(op.kernel.shape);
            if (product && op.name.find("experts") != std::string::npos) sum += op.count * workOf(op.kernel).flop;
        }
        return sum;
    };
    QCOMPARE(experts(eager), 5 * 256.0 * 2 * 3 * 2 * 512 * 256);
    QCOMPARE(experts(engine), experts(eager));
    const auto withMoe = [](const ModelGraph& graph) {
        const auto found = std::ranges::find_if(
            graph.operators, [](const Operator& op) { return std::holds_alternative<Moe>(op.kernel.shape); });
        return found == graph.operators.end() ? Operator{} : *found;
    };
    // What reads caches or many weights finds neither in L2; tokens draw their experts unless they are dealt out.
    const Kernel fused = withMoe(engine).kernel;
    QVERIFY(fused.cold && std::get<Moe>(fused.shape).routing == Routing::Independent);
    asked.routing = Routing::Balanced;
    QVERIFY(std::get<Moe>(withMoe(graphOf(model, asked)).kernel.shape).routing == Routing::Balanced);
    // Skew moves tokens between experts and loses none.
    asked.fusion.clear();
    asked.skew = 1.2;
    QCOMPARE(experts(graphOf(model, asked)), experts(eager));
    asked.skew = 0;
    asked.fusion = "engine";
    asked.expert_parallel = 4;
    const ModelGraph spread = graphOf(model, asked);
    const auto& shape = std::get<Moe>(find(spread, "sparse_layers.experts")->kernel.shape);
    QVERIFY(shape.experts == 2 && shape.all_experts == 8);
}

/// Products end with their activation, and tensors between them are as narrow as operands whose scales are known.
void GraphTest::builtNetworksStayNarrow() {
    Json encoder = classic();
    encoder["architecture"] = "encoder";
    GraphOptions asked = options(Phase::Inference, 8, 256, NumberType::Int8);
    asked.kv_cache = NumberType::Bf16;
    asked.static_scales = true;
    asked.fusion = "built";
    const ModelGraph built = graphOf(encoder, asked);
    const Operator* up = find(built, "mlp.up + 1");
    QVERIFY(up != nullptr && std::holds_alternative<Matmul>(up->kernel.shape));
    QVERIFY(up->kernel.out == NumberType::Int8);
    QVERIFY(find(built, "mlp.activation") == nullptr && find(built, "quantize") == nullptr);
    const Operator* attention = find(built, "attention.attention");
    QVERIFY(attention != nullptr && attention->kernel.a == NumberType::Int8 &&
            attention->kernel.math == NumberType::Int8);
    // A sum of two branches joins the norm behind it, not the product before it.
    QVERIFY(find(built, "attention.output + ") == nullptr && find(built, "mlp.down + ") == nullptr);
    QVERIFY(std::holds_alternative<VectorOp>(find(built, "norm + 1")->kernel.shape));
    // Work does not change.
    asked.fusion = "engine";
    const ModelGraph engine = graphOf(encoder, asked);
    QCOMPARE(flop(built, {Pass::Forward}), flop(engine, {Pass::Forward}));
    QVERIFY(find(engine, "mlp.activation") != nullptr && find(engine, "mlp.up")->kernel.out == NumberType::Bf16);
    // Scales that are searched need the wide tensor.
    asked.fusion = "built";
    asked.static_scales = false;
    QVERIFY(find(graphOf(encoder, asked), "quantize") != nullptr);
}

void GraphTest::narrowTypes() {
    GraphOptions asked = options(Phase::Decode, 8, 256);
    asked.weights = asked.activations = asked.math = NumberType::Fp8;
    asked.kv_cache = NumberType::Bf16;
    const ModelGraph graph = graphOf(decoder(), asked);
    const Operator* down = find(graph, "mlp.down");
    QVERIFY(down->kernel.a == NumberType::Fp8 && down->kernel.b == NumberType::Fp8 &&
            down->kernel.out == NumberType::Bf16);
    QVERIFY(find(graph, "quantize") != nullptr);
    QVERIFY(std::holds_alternative<Quantize>(find(graph, "quantize")->kernel.shape));
    // The head keeps 16 bits.
    const Operator* head = find(graph, "head.logits");
    const double of_head = workOf(head->kernel).weight_bytes / 2;
    QVERIFY(head->kernel.a == NumberType::Bf16 && head->kernel.b == NumberType::Bf16 && of_head > 0);
    QCOMPARE(graph.memory.weight_bytes, graph.parameters + of_head);
    asked.activations = asked.math = NumberType::Bf16;
    asked.weights = NumberType::Int4;
    const ModelGraph four = graphOf(decoder(), asked);
    QVERIFY(find(four, "quantize") == nullptr && find(four, "mlp.down")->kernel.b == NumberType::Int4);
    QCOMPARE(four.memory.weight_bytes, (four.parameters - of_head) / 2 + 2 * of_head);
    // Checkpoints whose experts alone are narrow.
    Json partly = decoder();
    partly["quantized"] = "feed_forward";
    const ModelGraph wide = graphOf(partly, asked);
    QVERIFY(find(wide, "mlp.down")->kernel.b == NumberType::Int4);
    QVERIFY(find(wide, "attention.output")->kernel.b == NumberType::Bf16);
    QVERIFY(wide.memory.weight_bytes > four.memory.weight_bytes);
    partly["quantized"] = "attention";
    QVERIFY(!buildGraph(partly, asked, "/workload/model"));
}

void GraphTest::refusals() {
    const auto pointer = [](const Json& model, const GraphOptions& asked) {
        const auto refused = buildGraph(model, asked, "/workload/model");
        return refused ? std::string("answered") : refused.error().pointer;
    };
    QCOMPARE(pointer(*parseJson("{}"), {}), std::string("/workload/model/kind"));
    QCOMPARE(pointer(*parseJson(R"({"kind": "npu"})"), {}), std::string("/workload/model/kind"));
    QCOMPARE(pointer(decoder(), options(Phase::Decode, 1, 5000)), std::string("/workload/sequence"));
    Json odd = decoder();
    odd["kv_heads"] = 3;
    QCOMPARE(pointer(odd, {}), std::string("/workload/model/kv_heads"));
    Json encoder = decoder();
    encoder["architecture"] = "encoder";
    QCOMPARE(pointer(encoder, options(Phase::Decode, 1, 128)), std::string("/workload/phase"));
}

void GraphTest::loweringIsValid() {
    const auto document = parseJson(loweringText());
    QVERIFY2(document, document ? "" : describe(document.error()).c_str());
    const auto lowering = readLowering(*document);
    QVERIFY2(lowering, lowering ? "" : describe(lowering.error()).c_str());
    for (const char* rules : {"eager", "torch-compile", "engine", "built"})
        QVERIFY(lowering->rules.contains(rules));
    for (const char* style : {"bert", "gpt2", "opt", "t5", "llama", "vit"})
        QVERIFY(lowering->styles.contains(style));
    QVERIFY(builtInLowering().workspace_bytes > 0);
}

void GraphTest::loweringRefused() {
    Json document = *parseJson(loweringText());
    document["composites"]["silu"]["steps"][0]["of"] = {"nowhere"};
    const auto refused = readLowering(document);
    QVERIFY(!refused);
    QCOMPARE(refused.error().pointer, std::string("/composites/silu/steps/0/of"));
}

QTEST_APPLESS_MAIN(GraphTest)
#include "graph_test.moc"
