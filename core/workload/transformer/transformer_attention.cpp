// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

namespace strata::workload {

ValueId TransformerGraph::headNorm(const std::string& name, ValueId x) {
    const Value of = tape_[x];
    tape_.reshape(x, of.elements() / shape_.head_dim, shape_.head_dim);
    const ValueId made = tape_.composite(name, shape_.norm, x, shape_.head_dim, 1);
    tape_.reshape(x, of.rows, of.cols);
    tape_.reshape(made, of.rows, of.cols);
    return made;
}

void TransformerGraph::rotate(const std::string& name, ValueId& query, ValueId& key) {
    if (shape_.position != "rotary") return;
    if (!tape_.rules.merges_rope) {
        query = tape_.composite(name + "rotate_query", "rope", query);
        key = tape_.composite(name + "rotate_key", "rope", key);
        return;
    }
    const Value q = tape_[query];
    const Value k = tape_[key];
    const double cols = (q.elements() + k.elements()) / q.rows;
    const std::vector<ValueId> inputs{query, key};
    query = tape_.value(q.rows, q.cols, tape_.wide);
    key = tape_.value(k.rows, k.cols, tape_.wide);
    Step& step = tape_.add(name + "rotate", VectorOp{VectorFunction::Rope, q.rows, cols, 1, 1}, inputs, query);
    step.outputs.push_back(key);
}

/// New keys and values are written where later tokens find them.
void TransformerGraph::cache(const std::string& name, ValueId key, ValueId value) {
    const Phase phase = tape_.options.phase;
    if (phase != Phase::Prefill && phase != Phase::Decode) return;
    const double elements = tape_[key].elements() + tape_[value].elements();
    const double rows = tape_[key].rows;
    Step& step =
        tape_.add(name + "cache", VectorOp{VectorFunction::Copy, rows, elements / rows, 1, 1}, {key, value}, key);
    step.outputs.clear();
    step.kernel.out = tape_.options.kv_cache;
    step.backward = Backward::None;
}

/// What already lies in the cache is read from there.
ValueId TransformerGraph::cached(double rows, double cols) { return tape_.value(rows, cols, tape_.options.kv_cache); }

/// The two products as kernels of their own, with what the implementation does between them.
ValueId TransformerGraph::products(const std::string& name, ValueId query, const Attended& seen,
                                   const Attention& shape) {
    const AttentionStyle& style = tape_.lowering.styles.find(shape_.style)->second;
    const double value_dim = shape.value_dim > 0 ? shape.value_dim : shape.head_dim;
    const double rows = shape.batch * shape.kv_len;
    ValueId key = seen.key ? *seen.key : cached(rows, shape.kv_heads * shape.head_dim);
    ValueId value = seen.value ? *seen.value : cached(rows, shape.kv_heads * value_dim);
    if (shape.kv_heads != shape.heads && !shape.latent) {
        const auto repeated = [&](const std::string& what, ValueId x, double width) {
            const ValueId made = tape_.value(rows, shape.heads * width, tape_.wide);
            tape_.add(what, VectorOp{VectorFunction::Copy, rows, shape.heads * width, shape.kv_heads / shape.heads, 1},
                      {x}, made);
            return made;
        };
        key = repeated(name + "repeat_key", key, shape.head_dim);
        value = repeated(name + "repeat_value", value, value_dim);
    }
    // A latent serves all heads: they are rows of one product.
    const double batch = shape.latent ? shape.batch : shape.batch * shape.heads;
    const double queries = shape.latent ? shape.heads * shape.q_len : shape.q_len;
    const std::size_t first = tape_.steps.size();
    ValueId x = tape_.product(name + "scores", {query, key}, {batch, queries, shape.kv_len, shape.head_dim});
    if (!seen.key) tape_.steps.back().kernel.b = tape_.options.kv_cache;
    for (const AttentionStyle::Touch& touch : style.scores) {
        const bool biased = touch.biased && bias_;
        x = tape_.pointwise(name + "scores_" + touch.id, touch.function,
                            biased ? std::vector<ValueId>{x, *bias_} : std::vector<ValueId>{x});
        auto& shape_of_touch = std::get<VectorOp>(tape_.steps.back().kernel.shape);
        if (touch.masked) shape_of_touch.inputs = 2;
        // The bias was made with its heads innermost (T5Attention.compute_bias permutes a view): of each
        // sector that is fetched, one number is used.
        constexpr double kSectorBytes = 32;
        if (biased) shape_of_touch.inputs = 1 + kSectorBytes / bytesOf(tape_.wide);
    }
    x = tape_.dropout(name + "dropout", tape_.pointwise(name + "softmax", VectorFunction::Softmax, {x}));
    for (std::size_t i = first; i < tape_.steps.size(); ++i)
        tape_.steps[i].core = true;
    x = tape_.product(name + "context", {x, value}, {batch, queries, value_dim, shape.kv_len});
    if (!seen.value) tape_.steps.back().kernel.b = tape_.options.kv_cache;
    if (style.makesContiguous("context")) x = tape_.pointwise(name + "merge_heads", VectorFunction::Copy, {x});
    return x;
}

ValueId TransformerGraph::attend(const std::string& name, ValueId query, const Attended& seen, const Stack& stack,
                                 const Attention& asked) {
    Attention shape = asked;
    shape.batch = stack.batch;
    shape.q_len = stack.queries;
    shape.kv_len = seen.tokens;
    shape.causal = seen.causal;
    const double width = shape.heads * (shape.value_dim > 0 ? shape.value_dim : shape.head_dim);
    ValueId out = 0;
    if (flash()) {
        shape.window = seen.window < seen.tokens ? seen.window : 0;
        out = tape_.value(stack.tokens(), width, tape_.wide);
        std::vector<ValueId> inputs{query};
        if (seen.key) inputs.push_back(*seen.key);
        if (seen.value && !shape.latent) inputs.push_back(*seen.value);
        Step& step = tape_.add(name + "attention", shape, std::move(inputs), out);
        if (!seen.key) step.kernel.b = tape_.options.kv_cache;
        if (bytesOf(tape_.options.math) >= bytesOf(tape_.wide)) step.kernel.math = tape_.options.math;
    } else {
        out = products(name, query, seen, shape);
        tape_.reshape(out, stack.tokens(), width);
    }
    return out;
}

ValueId TransformerGraph::selfAttention(ValueId x, const Stack& stack, double window) {
    if (shape_.latent.kv_rank > 0) return latentAttention(x, stack);
    const std::string name = "attention.";
    const double width = shape_.heads * shape_.head_dim;
    const double kv_width = shape_.kv_heads * shape_.head_dim;
    const bool merged = shape_.merged_qkv || tape_.rules.merges_linears;
    std::vector<Projection> parts{{"query", width}, {"key", kv_width}, {"value", kv_width}};
    if (shape_.attention_gate) parts.push_back({"gate", width});
    const auto made = tape_.linears(name, x, parts, shape_.qkv_bias, merged);
    ValueId query = made[0];
    ValueId key = made[1];
    ValueId value = made[2];
    const AttentionStyle& style = tape_.lowering.styles.find(shape_.style)->second;
    if (!flash()) {
        for (const auto& touch : style.query)
            query = tape_.pointwise(name + "query_scale", touch.function, {query});
    }
    if (shape_.qk_norm) {
        query = headNorm(name + "query_norm", query);
        key = headNorm(name + "key_norm", key);
    }
    rotate(name, query, key);
    if (!tape_.rules.fused_attention) {
        if (style.makesContiguous("key")) key = tape_.pointwise(name + "key_heads", VectorFunction::Copy, {key});
        if (style.makesContiguous("value"))
            value = tape_.pointwise(name + "value_heads", VectorFunction::Copy, {value});
        if (style.makesContiguous("query"))
            query = tape_.pointwise(name + "query_heads", VectorFunction::Copy, {query});
    }
    cache(name, key, value);
    Attended seen{key, value, stack.context, window, stack.causal};
    if (stack.cached) seen.key = seen.value = std::nullopt;
    Attention shape;
    shape.heads = shape_.heads;
    shape.kv_heads = shape_.kv_heads;
    shape.head_dim = shape_.head_dim;
    ValueId context = attend(name, query, seen, stack, shape);
    if (shape_.attention_gate) {
        const ValueId gate = tape_.composite(name + "gate_activation", "sigmoid", made[3]);
        context = tape_.pointwise(name + "gated", VectorFunction::Mul, {context, gate});
    }
    return tape_.linear(name + "output", context, shape_.hidden, shape_.bias);
}

/// A decoder's second attention: keys and values of the encoder's output are made once, before the first
/// token is decoded.
ValueId TransformerGraph::crossAttention(ValueId x, const Stack& stack, std::optional<ValueId> encoded,
                                         double encoded_tokens) {
    const std::string name = "cross_attention.";
    const double kv_width = shape_.kv_heads * shape_.head_dim;
    const ValueId query = tape_.linear(name + "query", x, shape_.heads * shape_.head_dim, shape_.qkv_bias);
    Attended seen{std::nullopt, std::nullopt, encoded_tokens, 0, false};
    if (encoded) {
        const auto made = tape_.linears(name, *encoded, {{"key", kv_width}, {"value", kv_width}}, shape_.qkv_bias,
                                        tape_.rules.merges_linears);
        seen.key = made[0];
        seen.value = made[1];
        cache(name, made[0], made[1]);
    }
    Attention shape;
    shape.heads = shape_.heads;
    shape.kv_heads = shape_.kv_heads;
    shape.head_dim = shape_.head_dim;
    const ValueId context = attend(name, query, seen, stack, shape);
    return tape_.linear(name + "output", context, shape_.hidden, shape_.bias);
}

} // namespace strata::workload
