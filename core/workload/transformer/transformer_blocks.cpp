// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace strata::workload {
namespace {

constexpr double kBuckets = 32; ///< of distances (Raffel et al., JMLR 2020, Section 2.1)

} // namespace

ValueId TransformerGraph::norm(const std::string& name, ValueId x) {
    const double each = shape_.norm == "layernorm" ? 2 : 1;
    return tape_.composite(name, shape_.norm, x, each * shape_.hidden, each);
}

ValueId TransformerGraph::residual(const std::string& name, ValueId x, ValueId change) {
    if (shape_.dropout) change = tape_.dropout(name + ".dropout", change);
    return tape_.pointwise(name, VectorFunction::Residual, {x, change});
}

ValueId TransformerGraph::block(ValueId x, const Stack& stack, const Layer& layer, std::optional<ValueId> encoded,
                                double encoded_tokens) {
    const auto forward = [&](ValueId in) {
        return layer.sparse ? experts(in, stack) : feedForward("mlp.", in, shape_.ffn);
    };
    const auto mix = [&](ValueId in) {
        return layer.recurrent ? recurrentMixer(in, stack) : selfAttention(in, stack, layer.window);
    };
    if (shape_.placement == "parallel") {
        const ValueId in = norm("norm", x);
        const ValueId attended = mix(in);
        if (!layer.feeds) return residual("residual", x, attended);
        return residual("residual", x, tape_.pointwise("join", VectorFunction::Add, {attended, forward(in)}));
    }
    const bool post = shape_.placement == "post";
    const bool sandwich = shape_.placement == "sandwich";
    const auto half = [&](const std::string& name, const auto& inner) {
        ValueId change = inner(post ? x : norm(name + ".norm", x));
        if (sandwich) change = norm(name + ".post_norm", change);
        x = residual(name + ".residual", x, change);
        if (post) x = norm(name + ".norm", x);
    };
    half(layer.recurrent ? "recurrent" : "attention", [&](ValueId in) {
        tape_.keepWide(shape_.wide_attention);
        const ValueId made = mix(in);
        tape_.keepWide(false);
        return made;
    });
    if (encoded_tokens > 0)
        half("cross_attention", [&](ValueId in) { return crossAttention(in, stack, encoded, encoded_tokens); });
    if (layer.feeds) half("mlp", forward);
    return x;
}

/// T5: one bias by head and distance, made once and added to the scores of every layer.
void TransformerGraph::positionBias(const Stack& stack) {
    bias_.reset();
    if (shape_.position != "relative" || shape_.style != "t5" || flash()) return;
    tape_.composite("position.bucket", "relative_position", tape_.source(stack.queries, stack.context));
    const ValueId table = tape_.embedding("position.bias", stack.queries * stack.context, shape_.heads, kBuckets);
    const double rows = stack.batch * shape_.heads * stack.queries;
    const ValueId mask = tape_.value(rows, stack.context, tape_.wide);
    tape_.add("position.mask", VectorOp{VectorFunction::Add, rows, stack.context, 1 / stack.batch, 1}, {table}, mask);
    tape_.everyRound(mask);
    bias_ = mask;
}

ValueId TransformerGraph::blocks(ValueId x, const Stack& stack, std::optional<ValueId> encoded, double encoded_tokens) {
    if (encoded) tape_.everyRound(*encoded);
    const bool sparse = shape_.moe.experts > 0;
    const double feeding = shape_.feeding_layers;
    const double dense = sparse ? std::min(feeding, shape_.moe.dense_layers) : feeding;
    tape_.begin(stack.prefix);
    positionBias(stack);
    struct Kind {
        double layers;
        bool mixture, feeds;
    };
    double before = 0;
    // Mixers are spread evenly over all kinds of feed-forward networks.
    const auto share = [&](double of, double layers) {
        return std::round((before + layers) * of / shape_.layers) - std::round(before * of / shape_.layers);
    };
    for (const auto& [layers, mixture, feeds] :
         {Kind{dense, false, true}, Kind{feeding - dense, true, true}, Kind{shape_.layers - feeding, false, false}}) {
        const double recurrent = share(shape_.recurrent.layers, layers);
        const double windowed = std::min(share(shape_.windowed_layers, layers), layers - recurrent);
        before += layers;
        for (const auto& [count, window, is_recurrent] :
             {std::tuple{recurrent, 0.0, true}, std::tuple{windowed, shape_.window, false},
              std::tuple{layers - recurrent - windowed, 0.0, false}}) {
            if (count <= 0) continue;
            tape_.begin(stack.prefix + (mixture ? "sparse_layers." : "layers."), count, true);
            x = block(x, stack, {mixture, window, is_recurrent, feeds}, encoded, encoded_tokens);
        }
    }
    tape_.begin(stack.prefix);
    return shape_.placement == "post" ? x : norm("norm", x);
}

ValueId TransformerGraph::embed(const Stack& stack, bool first) {
    tape_.begin(stack.prefix + "embedding.");
    const double tokens = stack.tokens();
    ValueId x = tape_.embedding("tokens", tokens, shape_.hidden, first ? shape_.vocab : 0);
    const auto plus = [&](const char* name, double table) {
        const ValueId more = tape_.embedding(name, stack.queries, shape_.hidden, table);
        x = tape_.pointwise(std::string(name) + ".add", VectorFunction::Add, {x, more});
    };
    if (shape_.position == "learned") plus("positions", shape_.max_seq);
    if (shape_.token_types > 0) plus("token_types", shape_.token_types);
    if (shape_.placement == "post") x = norm("norm", x);
    return shape_.dropout ? tape_.dropout("dropout", x) : x;
}

ValueId TransformerGraph::patches(double batch) {
    tape_.begin("embedding.");
    const double p = shape_.image_height / shape_.patch;
    const double q = shape_.image_width / shape_.patch;
    const ValueId pixels = tape_.source(batch * shape_.channels, shape_.image_height * shape_.image_width);
    const ValueId cut = tape_.value(batch * p * q, shape_.hidden, tape_.wide);
    Step& step = tape_.add(
        "patches", Conv2d{batch, shape_.channels, shape_.hidden, p, q, shape_.patch, shape_.patch, shape_.patch},
        {pixels}, cut);
    step.kernel.math = tape_.options.math;
    step.bias = true;
    step.weights = (shape_.channels * shape_.patch * shape_.patch + 1) * shape_.hidden;
    step.tensors = 2;
    // The class token joins, then positions are added.
    const ValueId tokens = tape_.value(batch * (p * q + 1), shape_.hidden, tape_.wide);
    tape_.add("class_token", VectorOp{VectorFunction::Copy, tape_[tokens].rows, shape_.hidden, 1, 1}, {cut}, tokens);
    const ValueId x = tape_.pointwise("positions", VectorFunction::Add, {tokens});
    tape_.steps.back().weights = (p * q + 2) * shape_.hidden;
    return shape_.dropout ? tape_.dropout("dropout", x) : x;
}

} // namespace strata::workload
