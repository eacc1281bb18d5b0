// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/network/network.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::npu {
namespace {

using workload::VectorFunction;
using workload::VectorOp;

// Elementwise operations for one element of the output; reductions count each of their passes.
constexpr double kSoftmaxOperations = 5;  // largest, difference, exponential, sum, quotient
constexpr double kNormOperations = 7;     // mean, difference, square, mean, root, quotient, factor and summand
constexpr double kRmsNormOperations = 4;  // square, mean, root, factor
constexpr double kSmoothOperations = 4;   // exponential, sum, quotient, product
constexpr double kRotationOperations = 3; // two products and a sum

double operationsOf(VectorFunction function, double inputs) {
    switch (function) {
    case VectorFunction::Softmax: return kSoftmaxOperations;
    case VectorFunction::LayerNorm:
    case VectorFunction::BatchNorm: return kNormOperations;
    case VectorFunction::RmsNorm: return kRmsNormOperations;
    case VectorFunction::Gelu:
    case VectorFunction::Tanh:
    case VectorFunction::Silu: return kSmoothOperations;
    case VectorFunction::Rope: return kRotationOperations;
    case VectorFunction::Copy:
    case VectorFunction::Embedding: return 0.0;
    case VectorFunction::Pool: return inputs; // one comparison or sum for each element of the window
    default: return 1.0;
    }
}

bool worksByRows(VectorFunction function) {
    return function != VectorFunction::Pool && function != VectorFunction::Embedding &&
           function != VectorFunction::Sampling && function != VectorFunction::BatchNorm;
}

std::int64_t whole(double size) { return std::max<std::int64_t>(1, std::llround(size)); }

/// Writes the layers of one operator after the other.
class Layers {
public:
    Layers(const workload::ModelGraph& graph, std::string_view pointer) : graph_(graph), pointer_(pointer) {
        for (const workload::Activation& activation : graph.activations)
            network_.activations.push_back({activation.elements, 0, 0, {}, false});
        collectEdges();
    }

    Result<Network> run() {
        for (std::size_t i = 0; i < graph_.operators.size() && !error_; ++i) {
            at_ = i;
            std::visit([this](const auto& shape) { add(shape); }, graph_.operators[i].kernel.shape);
        }
        if (error_) return *error_;
        connect();
        return std::move(network_);
    }

private:
    struct Edges {
        std::vector<std::size_t> reads;
        std::size_t writes = kNoActivation;
    };

    void collectEdges() {
        edges_.resize(graph_.operators.size());
        for (std::size_t a = 0; a < graph_.activations.size(); ++a) {
            const workload::Activation& activation = graph_.activations[a];
            for (const std::size_t reader : activation.readers)
                edges_[reader].reads.push_back(a);
            if (activation.maker < 0) continue;
            Edges& maker = edges_[static_cast<std::size_t>(activation.maker)];
            // Of several results the largest counts as the tensor; the others stand beside it in the memory outside.
            const bool larger =
                maker.writes == kNoActivation || activation.elements > network_.activations[maker.writes].words;
            if (larger) maker.writes = a;
        }
    }

    const workload::Operator& op() const { return graph_.operators[at_]; }

    NetworkLayer begin(const std::string& suffix = {}) {
        NetworkLayer layer;
        layer.name = op().name + suffix;
        layer.operator_class = std::string(workload::name(workload::classOf(op().kernel)));
        layer.count = op().count;
        layer.flop = workload::workOf(op().kernel).flop;
        const Edges& edges = edges_[at_];
        if (!edges.reads.empty()) layer.input = edges.reads.front();
        if (edges.reads.size() > 1) layer.operands.assign(edges.reads.begin() + 1, edges.reads.end());
        layer.output = edges.writes;
        return layer;
    }

    void push(NetworkLayer layer) { network_.layers.push_back(std::move(layer)); }

    /// A layer on the array, by the document that a request for it alone would state.
    void nest(NetworkLayer layer, Json document, std::string family) {
        auto problem = workload::buildProblem(document, pointer_);
        if (!problem) {
            if (!error_) error_ = problem.error();
            return;
        }
        layer.by_rows = true;
        layer.family = std::move(family);
        layer.problem = *std::move(problem);
        layer.document = std::make_shared<const Json>(std::move(document));
        push(std::move(layer));
    }

    void product(NetworkLayer layer, double batch, double m, double n, double k) {
        layer.flop = 2.0 * batch * m * n * k;
        nest(std::move(layer),
             {{"operator", "matmul"}, {"batch", whole(batch)}, {"m", whole(m)}, {"n", whole(n)}, {"k", whole(k)}},
             "matmul");
    }

    void add(const workload::Matmul& shape) {
        NetworkLayer layer = begin();
        if (!shape.linear && !layer.operands.empty()) {
            layer.stationary = layer.operands.front();
            layer.operands.erase(layer.operands.begin());
        }
        product(std::move(layer), shape.batch, shape.m, shape.n, shape.k);
    }

    void add(const workload::Conv2d& shape) {
        nest(begin(),
             {{"operator", "conv2d"},
              {"n", whole(shape.n)},
              {"c", whole(shape.c)},
              {"m", whole(shape.m)},
              {"p", whole(shape.p)},
              {"q", whole(shape.q)},
              {"r", whole(shape.r)},
              {"s", whole(shape.s)},
              {"stride", whole(shape.stride)},
              {"dilation", whole(shape.dilation)},
              {"groups", whole(shape.groups)}},
             "conv2d");
    }

    std::size_t activation(double words) {
        network_.activations.push_back({words, 0, 0, {}, false});
        return network_.activations.size() - 1;
    }

    void add(const workload::Attention& shape) {
        const double keys = shape.window > 0 ? std::min(shape.window, shape.kv_len) : shape.kv_len;
        const double values = shape.value_dim > 0 ? shape.value_dim : shape.head_dim;
        const double pairs = shape.batch * shape.heads * shape.q_len * keys;
        const std::size_t scores = activation(pairs);
        const std::size_t weights = activation(pairs);
        const auto document = [&](const char* name, double width) {
            return Json{{"operator", name},
                        {"batch", whole(shape.batch)},
                        {"heads", whole(shape.heads)},
                        {"kv_heads", whole(shape.kv_heads)},
                        {"head_dim", whole(width)},
                        {"q_len", whole(shape.q_len)},
                        {"kv_len", whole(keys)}};
        };
        NetworkLayer first = begin(".scores");
        const NetworkLayer whole_attention = first;
        const bool separate = !first.operands.empty();
        const double share = shape.head_dim / (shape.head_dim + values);
        first.flop *= share;
        first.stationary = separate ? first.operands.front() : first.input;
        first.operands.clear();
        first.output = scores;
        nest(std::move(first), document("attention_scores", shape.head_dim), "attention");

        NetworkLayer softmax = begin(".softmax");
        softmax.operator_class = std::string(workload::name(workload::KernelClass::Softmax));
        softmax.flop = 0;
        softmax.input = scores;
        softmax.operands.clear();
        softmax.output = weights;
        softmax.vector = {kSoftmaxOperations * pairs, pairs, pairs};
        softmax.by_rows = true;
        push(std::move(softmax));

        NetworkLayer second = whole_attention;
        second.name = op().name + ".context";
        second.flop *= 1.0 - share;
        second.input = weights;
        second.stationary = separate ? whole_attention.operands.back() : whole_attention.input;
        second.operands.clear();
        nest(std::move(second), document("attention_context", values), "attention");
    }

    void add(const VectorOp& shape) {
        NetworkLayer layer = begin();
        const double elements = shape.rows * shape.cols;
        layer.vector = {elements * operationsOf(shape.function, shape.inputs), elements * shape.inputs,
                        elements * shape.outputs};
        layer.by_rows = worksByRows(shape.function);
        push(std::move(layer));
    }

    /// Uniform choices touch E (1 - (1 - k/E)^tokens) experts, which share the slots evenly.
    void add(const workload::Moe& shape) {
        const double slots = shape.tokens * shape.top_k * shape.experts / shape.all_experts;
        const double missed = std::pow(1.0 - std::min(shape.top_k / shape.all_experts, 1.0), shape.tokens);
        const double touched = std::max(1.0, std::round(shape.experts * (1.0 - missed)));
        const double rows = std::ceil(slots / touched);
        const double wide = shape.ffn * (shape.gated ? 2.0 : 1.0);
        const std::size_t up = activation(touched * rows * wide);
        const std::size_t active = activation(touched * rows * shape.ffn);
        NetworkLayer first = begin(".up");
        const std::size_t result = first.output;
        first.output = up;
        product(std::move(first), touched, rows, wide, shape.hidden);
        NetworkLayer middle = begin(".activation");
        middle.operator_class = std::string(workload::name(workload::KernelClass::Elementwise));
        middle.flop = 0;
        middle.input = up;
        middle.operands.clear();
        middle.output = active;
        middle.by_rows = true;
        middle.vector = {touched * rows * shape.ffn * (kSmoothOperations + (shape.gated ? 1.0 : 0.0)),
                         touched * rows * wide, touched * rows * shape.ffn};
        push(std::move(middle));
        NetworkLayer last = begin(".down");
        last.input = active;
        last.operands.clear();
        last.output = result;
        product(std::move(last), touched, rows, shape.hidden, shape.ffn);
    }

    /// Words of an NPU have the widths of its memories: no number format has to be searched or changed.
    void add(const workload::Quantize&) {}

    void add(const workload::Scan&) {
        if (error_) return;
        error_ = Error{"not-modelled",
                       std::string(pointer_),
                       {"error.scan-has-no-loop-nest-on", {{"name", op().name}}},
                       {"accepted.network-convolutions-matrix-products-attention-and"},
                       {}};
    }

    /// What layers read and write, now that each operator has become its layers.
    void connect() {
        std::vector<bool> made(network_.activations.size(), false);
        for (std::size_t l = 0; l < network_.layers.size(); ++l) {
            const NetworkLayer& layer = network_.layers[l];
            std::vector<std::size_t> reads = layer.operands;
            for (const std::size_t one : {layer.input, layer.stationary})
                if (one != kNoActivation) reads.push_back(one);
            for (const std::size_t a : reads) {
                NetworkActivation& activation = network_.activations[a];
                if (activation.readers.empty() || activation.readers.back() != l) activation.readers.push_back(l);
                activation.last_read_by = l;
            }
            if (layer.output == kNoActivation) continue;
            network_.activations[layer.output].made_by = l;
            made[layer.output] = true;
        }
        for (std::size_t a = 0; a < network_.activations.size(); ++a) {
            NetworkActivation& activation = network_.activations[a];
            activation.may_stay = made[a] && !activation.readers.empty() && activation.words > 0 &&
                                  activation.last_read_by > activation.made_by;
        }
        keepCachesOutside();
    }

    /// Keys and values of a prompt, or of the tokens before, stand in a cache that outlives the pass.
    void keepCachesOutside() {
        const bool caches = graph_.phase == workload::Phase::Prefill || graph_.phase == workload::Phase::Decode;
        if (!caches) return;
        for (NetworkLayer& layer : network_.layers) {
            if (layer.family != "attention" || layer.stationary == kNoActivation) continue;
            if (layer.stationary != layer.input) network_.activations[layer.stationary].may_stay = false;
            layer.stationary = kNoActivation;
        }
    }

    const workload::ModelGraph& graph_;
    std::string_view pointer_;
    std::size_t at_ = 0; ///< operator whose layers are written
    std::vector<Edges> edges_;
    Network network_;
    std::optional<Error> error_;
};

} // namespace

Result<Network> networkOf(const workload::ModelGraph& graph, std::string_view pointer) {
    return Layers(graph, pointer).run();
}

} // namespace strata::npu
