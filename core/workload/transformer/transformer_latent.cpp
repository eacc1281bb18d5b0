// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

#include <algorithm>

namespace strata::workload {
namespace {

/// Rows of a tile of products with selected keys: heads of one token, for no other has the same keys (FlashMLA's
/// sparse kernels take 64 at least).
constexpr double kSelectedHeads = 64;

} // namespace

/// Multi-head latent attention. A prompt expands keys and values; a decoded token instead works on the cached
/// latents, with the up-projections absorbed into query and output (DeepSeek-V2, arXiv:2405.04434,
/// Section 2.1.2).
ValueId TransformerGraph::latentAttention(ValueId x, const Stack& stack) {
    const std::string name = "attention.";
    const TransformerShape::Latent& latent = shape_.latent;
    const double key_dim = latent.nope + latent.rope;
    const double tokens = stack.tokens();
    ValueId query = x;
    ValueId compressed_query = x;
    if (latent.query_rank > 0) {
        query = tape_.linear(name + "query_down", x, latent.query_rank, false);
        query = tape_.composite(name + "query_norm", shape_.norm, query, latent.query_rank, 1);
        compressed_query = query;
        query = tape_.linear(name + "query_up", query, shape_.heads * key_dim, false);
    } else {
        query = tape_.linear(name + "query", x, shape_.heads * key_dim, false);
    }
    const auto down = tape_.linears(name, x, {{"kv_down", latent.kv_rank}, {"key_rope", latent.rope}}, false, true);
    ValueId compressed = tape_.composite(name + "kv_norm", shape_.norm, down[0], latent.kv_rank, 1);
    ValueId shared_key = down[1];
    // Only a part of each head is rotated.
    const Value whole = tape_[query];
    tape_.reshape(query, tokens, shape_.heads * latent.rope);
    ValueId rotated = query;
    rotate(name, rotated, shared_key);
    tape_.reshape(query, whole.rows, whole.cols);
    query = rotated;
    tape_.reshape(query, tokens, shape_.heads * key_dim);
    cache(name, compressed, shared_key);
    if (shape_.indexer.selected > 0) indexTokens(x, compressed_query, stack);

    Attention shape;
    shape.heads = shape_.heads;
    Attended seen{std::nullopt, std::nullopt, stack.context, 0, stack.causal};
    if (stack.cached || selects(stack)) {
        // Of selected tokens the latents themselves are read, by prompts too: each token has its own.
        if (stack.cached && selects(stack)) seen.tokens = shape_.indexer.selected;
        if (!stack.cached) seen.window = shape_.indexer.selected;
        shape.kv_heads = 1;
        shape.latent = true;
        shape.head_dim = latent.kv_rank + latent.rope;
        shape.value_dim = latent.kv_rank;
        query = tape_.product(name + "query_absorb", {query}, {shape_.heads, tokens, latent.kv_rank, latent.nope});
        tape_.steps.back().weights = shape_.heads * latent.kv_rank * latent.nope;
        tape_.steps.back().kernel.b = tape_.wide;
        ValueId context = attend(name, query, seen, stack, shape);
        auto* attention = std::get_if<Attention>(&tape_.steps.back().kernel.shape);
        if (attention != nullptr && !stack.cached) attention->heads = std::max(kSelectedHeads, shape.heads);
        context = tape_.product(name + "value_absorb", {context}, {shape_.heads, tokens, latent.value, latent.kv_rank});
        tape_.steps.back().weights = shape_.heads * latent.kv_rank * latent.value;
        tape_.reshape(context, tokens, shape_.heads * latent.value);
        return tape_.linear(name + "output", context, shape_.hidden, false);
    }
    shape.kv_heads = shape_.heads;
    shape.head_dim = key_dim;
    shape.value_dim = latent.value;
    const auto up =
        tape_.linears(name, compressed,
                      {{"key_up", shape_.heads * latent.nope}, {"value_up", shape_.heads * latent.value}}, false, true);
    // Every head gets the one rotated part beside its own.
    seen.key = tape_.value(tokens, shape_.heads * key_dim, tape_.wide);
    seen.value = up[1];
    tape_.add(name + "join_key", VectorOp{VectorFunction::Copy, tokens, shape_.heads * key_dim, 1, 1},
              {up[0], shared_key}, *seen.key);
    const ValueId context = attend(name, query, seen, stack, shape);
    return tape_.linear(name + "output", context, shape_.hidden, false);
}

} // namespace strata::workload
