// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/image/diffusion_graph.h"

namespace strata::workload {
namespace {

constexpr double kFrequencies = 256; ///< of the embedding of the time step

TransformerShape blockOf(const DiffusionShape& model) {
    TransformerShape block;
    block.architecture = "encoder";
    block.hidden = model.hidden;
    block.heads = block.kv_heads = model.heads;
    block.head_dim = model.hidden / model.heads;
    block.ffn = model.ffn;
    block.bias = block.qkv_bias = block.merged_qkv = true;
    block.activation = "gelu";
    block.style = "vit";
    return block;
}

} // namespace

DitGraph::DitGraph(Tape& tape, const DiffusionTask& task)
    : tape_(tape), task_(task), block_(blockOf(task.model)), graph_(tape, block_),
      tokens_(task.model.height * task.model.width / (task.model.patch * task.model.patch)) {}

/// Shifts, scales and gates of a block from the time step (Peebles, Xie, ICCV 2023, Section 3.2: adaLN-Zero).
DitGraph::Gates DitGraph::condition(const std::string& name, double parts) {
    const ValueId active = tape_.composite(name + "condition.activation", "silu", time_);
    return {tape_.linear(name + "condition", active, parts * task_.model.hidden, true)};
}

ValueId DitGraph::modulate(const std::string& name, ValueId x, const Gates& gates) {
    const ValueId normal = tape_.normOver(name + "norm", VectorFunction::LayerNorm, x, tape_[x].rows, 0);
    const ValueId scaled = tape_.pointwise(name + "scale", VectorFunction::Mul, {normal, gates.all});
    return tape_.pointwise(name + "shift", VectorFunction::Add, {scaled, gates.all});
}

ValueId DitGraph::gated(const std::string& name, ValueId x, ValueId change, const Gates& gates) {
    const ValueId weighed = tape_.pointwise(name + "gate", VectorFunction::Mul, {change, gates.all});
    return tape_.pointwise(name + "residual", VectorFunction::Residual, {x, weighed});
}

void DitGraph::oneStream() {
    const Gates gates = condition("", 6);
    const Stack stack{"", task_.batch, tokens_, tokens_, false, false};
    const ValueId attended = graph_.selfAttention(modulate("attention.", picture_, gates), stack, 0);
    picture_ = gated("attention.", picture_, attended, gates);
    picture_ =
        gated("mlp.", picture_, graph_.feedForward("mlp.", modulate("mlp.", picture_, gates), block_.ffn), gates);
}

std::vector<ValueId> DitGraph::project(const std::string& name, ValueId x, const Gates& gates) {
    const double hidden = task_.model.hidden;
    return tape_.linears(name, modulate(name, x, gates), {{"query", hidden}, {"key", hidden}, {"value", hidden}}, true,
                         true);
}

ValueId DitGraph::behind(const std::string& name, ValueId x, ValueId attended, const Gates& gates) {
    x = gated(name + "attention.", x, tape_.linear(name + "attention.output", attended, task_.model.hidden, true),
              gates);
    return gated(name + "mlp.", x, graph_.feedForward(name + "mlp.", modulate(name + "mlp.", x, gates), block_.ffn),
                 gates);
}

/// Picture and text have weights of their own and one attention (Esser et al., ICML 2024, Section 4, Figure
/// 2). Nobody reads the text behind the last block.
void DitGraph::twoStreams(double count, bool last) {
    if (count < 1) return;
    tape_.begin(last ? "last_layer." : "layers.", count, true);
    tape_.everyRound(time_);
    const double hidden = task_.model.hidden;
    const Gates for_picture = condition("picture.", 6);
    const Gates for_text = condition("text.", last ? 2 : 6);
    const auto picture = project("picture.", picture_, for_picture);
    const auto text = project("text.", text_, for_text);
    std::vector<ValueId> joined;
    const double both = tokens_ + task_.model.context_tokens;
    for (std::size_t i = 0; i < picture.size(); ++i) {
        joined.push_back(tape_.value(task_.batch * both, hidden, tape_.wide));
        tape_.add("join", VectorOp{VectorFunction::Copy, task_.batch * both, hidden, 1, 1}, {text[i], picture[i]},
                  joined.back());
    }
    const Stack stack{"", task_.batch, both, both, false, false};
    Attention shape;
    shape.heads = shape.kv_heads = block_.heads;
    shape.head_dim = block_.head_dim;
    const ValueId attended =
        graph_.attend("attention.", joined[0], {joined[1], joined[2], both, 0, false}, stack, shape);
    const auto part = [&](const char* name, double tokens) {
        const ValueId made = tape_.value(task_.batch * tokens, hidden, tape_.wide);
        tape_.add(name, VectorOp{VectorFunction::Copy, task_.batch * tokens, hidden, 1, 1}, {attended}, made);
        return made;
    };
    picture_ = behind("picture.", picture_, part("split_picture", tokens_), for_picture);
    if (!last) text_ = behind("text.", text_, part("split_text", task_.model.context_tokens), for_text);
}

void DitGraph::run() {
    const DiffusionShape& model = task_.model;
    tape_.begin("embedding.");
    const ValueId latent = tape_.source(task_.batch * model.height * model.width, model.latent_channels);
    picture_ = tape_.conv("patches", latent,
                          {task_.batch, model.latent_channels, model.hidden, model.height / model.patch,
                           model.width / model.patch, model.patch, model.patch, model.patch},
                          true);
    picture_ = tape_.pointwise("positions", VectorFunction::Add, {picture_});
    const auto two = [&](const std::string& name, double from) {
        const ValueId inner = tape_.linear(name + "1", tape_.source(task_.batch, from), model.hidden, true);
        return tape_.linear(name + "2", tape_.composite(name + "activation", "silu", inner), model.hidden, true);
    };
    time_ = two("time", kFrequencies);
    if (model.classes > 0) {
        const ValueId label = tape_.embedding("label", task_.batch, model.hidden, model.classes + 1);
        time_ = tape_.pointwise("add_label", VectorFunction::Add, {time_, label});
    }
    if (model.pooled_width > 0) {
        time_ = tape_.pointwise("add_pooled", VectorFunction::Add, {time_, two("pooled", model.pooled_width)});
    }
    if (model.architecture == "mmdit") {
        text_ = tape_.linear("text", tape_.source(task_.batch * model.context_tokens, model.context_width),
                             model.hidden, true);
        twoStreams(model.layers - 1, false);
        twoStreams(1, true);
    } else {
        tape_.begin("layers.", model.layers, true);
        tape_.everyRound(time_);
        oneStream();
    }
    tape_.begin("out.");
    const ValueId last = modulate("", picture_, condition("", 2));
    tape_.linear("linear", last, model.patch * model.patch * model.out_channels, true);
}

} // namespace strata::workload
