// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/graph_builders.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::workload {
namespace {

/// Layers in the order of the entry. An entry lists no edges: what a layer reads is the last value of the
/// size that it takes.
class CnnGraph {
public:
    CnnGraph(const Json& cnn, Tape& tape) : cnn_(cnn), tape_(tape), batch_(tape.options.batch) {}

    ValueId run() {
        tape_.begin("");
        const Json& first = cnn_.at("layers").front();
        keep(tape_.source(batch_ * size(first, "in_height") * size(first, "in_width"), size(first, "in_channels")),
             sizeOf(first, "in_"));
        for (const Json& layer : cnn_.at("layers")) {
            tape_.times(size(layer, "repeat"));
            add(layer);
        }
        tape_.times(1);
        return made_.back().id;
    }

private:
    struct Size {
        double channels = 1, height = 1, width = 1;
        bool operator==(const Size&) const = default;
    };
    struct Made {
        ValueId id;
        Size size;
    };

    static double size(const Json& layer, const std::string& key, double absent = 1) {
        return layer.value(key, absent);
    }
    static Size sizeOf(const Json& layer, const std::string& side) {
        return {size(layer, side + "channels"), size(layer, side + "height"), size(layer, side + "width")};
    }
    void keep(ValueId id, const Size& size) { made_.push_back({id, size}); }

    /// The last value of that size, or the `skip`-th before it; the last one of all where none has it.
    ValueId find(const Size& wanted, int skip = 0) const {
        for (auto it = made_.rbegin(); it != made_.rend(); ++it) {
            if (it->size == wanted && skip-- == 0) return it->id;
        }
        return made_.back().id;
    }

    void add(const Json& layer) {
        const std::string name = layer.at("name").get<std::string>();
        const std::string op = layer.at("operator").get<std::string>();
        const Size in = sizeOf(layer, "in_");
        const Size out = op == "linear" ? Size{size(layer, "out_channels"), 1, 1} : sizeOf(layer, "out_");
        ValueId x = 0;
        if (op == "conv2d") {
            x = convolution(layer, name, out);
        } else if (op == "linear") {
            x = made_.back().id;
            tape_.reshape(x, batch_, tape_[x].elements() / batch_);
            x = tape_.linear(name, x, out.channels, true);
        } else if (op == "add") {
            x = tape_.pointwise(name, VectorFunction::Residual, {find(out), find(out, 1)});
        } else if (op == "multiply") {
            x = tape_.pointwise(name, VectorFunction::Mul, {find(out), made_.back().id});
        } else {
            x = pool(name, find(in), in, out);
        }
        if (layer.contains("activation")) x = tape_.composite(name + ".activation", activation(layer), x);
        keep(x, out);
    }

    static std::string activation(const Json& layer) {
        const std::string name = layer.at("activation").get<std::string>();
        if (name == "relu6") return "relu";
        if (name == "swish") return "silu";
        return name == "hard_sigmoid" ? "sigmoid" : name;
    }

    ValueId convolution(const Json& layer, const std::string& name, const Size& out) {
        const Size in = sizeOf(layer, "in_");
        const bool normed = cnn_.value("batch_norm", false) && out.height * out.width > 1;
        const bool folded = tape_.rules.folds_batch_norm && !tape_.training();
        const Conv2d shape{batch_,
                           in.channels,
                           out.channels,
                           out.height,
                           out.width,
                           size(layer, "kernel_height"),
                           size(layer, "kernel_width"),
                           size(layer, "stride"),
                           size(layer, "dilation"),
                           size(layer, "groups")};
        ValueId x = tape_.conv(name, find(in), shape, !normed || folded);
        if (!normed || folded) return x;
        if (tape_.training())
            return tape_.normOver(name + ".norm", VectorFunction::BatchNorm, x, out.channels, 2 * out.channels);
        // Statistics are known: one factor and one summand for each channel.
        x = tape_.pointwise(name + ".norm", VectorFunction::Mul, {x});
        tape_.steps.back().weights = 2 * out.channels;
        return x;
    }

    ValueId pool(const std::string& name, ValueId x, const Size& in, const Size& out) {
        const ValueId made = tape_.value(batch_ * out.height * out.width, out.channels, tape_.wide);
        const double read = in.height * in.width / (out.height * out.width);
        tape_.add(name, VectorOp{VectorFunction::Pool, tape_[made].rows, out.channels, read, 1}, {x}, made);
        return made;
    }

    const Json& cnn_;
    Tape& tape_;
    double batch_;
    std::vector<Made> made_;
};

} // namespace

Result<void> writeCnn(const Json& model, Tape& tape, ModelGraph& graph, std::string_view pointer) {
    if (auto valid = validate(model, cnnSchema(), pointer); !valid) return valid.error();
    if (auto passes = onePass(tape.options, model.at("id").get<std::string>(), pointer); !passes) return passes;
    graph.model = model.at("id").get<std::string>();
    graph.tokens = tape.options.batch;
    // Images whose scales are known stay narrow from layer to layer, sums of branches among them (NVIDIA TensorRT
    // Developer Guide, explicit quantization: Q/DQ placement around residual connections).
    if (tape.options.static_scales && !tape.training()) tape.wide = tape.options.activations;
    const ValueId classes = CnnGraph(model, tape).run();
    if (tape.training() && tape.options.loss) tape.pointwise("loss.softmax", VectorFunction::Softmax, {classes});
    return {};
}

Result<void> onePass(const GraphOptions& options, const std::string& id, std::string_view pointer) {
    const char* option = nullptr;
    if (options.phase == Phase::Prefill || options.phase == Phase::Decode) option = "phase";
    if (options.tensor_parallel > 1) option = "tensor_parallel";
    if (options.expert_parallel > 1) option = "expert_parallel";
    if (option == nullptr) return {};
    const bool phase = std::string_view(option) == "phase";
    return Error{"bad-value",
                 beside(pointer, option),
                 phase ? Message{"error.generates-no-tokens", {{"id", id}}}
                       : Message{"error.not-divided-among-devices", {{"id", id}}},
                 phase ? Message{"accepted.inference-or-training"} : verbatim("1"),
                 {}};
}

} // namespace strata::workload
