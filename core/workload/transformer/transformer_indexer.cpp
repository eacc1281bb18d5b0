// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

namespace strata::workload {

/// DeepSeek's lightning indexer (DeepSeek-V3.2, arXiv:2512.02556, Section 2.1): few narrow heads, on every rank, score
/// all earlier tokens in 8 bits by keys of their own; attention then reads the best ones. Keys are cached in any case,
/// scores are made only where there are more tokens than are selected.
void TransformerGraph::indexTokens(ValueId x, ValueId query, const Stack& stack) {
    const TransformerShape::Indexer& indexer = shape_.indexer;
    const std::string name = "indexer.";
    const double tokens = stack.tokens();
    const auto narrow = [&](const std::string& what, ValueId from, double rows) {
        const ValueId made = tape_.value(rows, indexer.head_dim, NumberType::Fp8);
        tape_.add(name + what, Quantize{rows, indexer.head_dim, true, true}, {from}, made).kernel.out = NumberType::Fp8;
        return made;
    };
    ValueId key = tape_.linear(name + "key", x, indexer.head_dim, false);
    key = tape_.composite(name + "key_norm", "layernorm", key, 2 * indexer.head_dim, 2);
    // Weights are there, whether this pass needs them or not.
    const double unused = query == x ? shape_.hidden : shape_.latent.query_rank;
    if (!selects(stack)) {
        narrow("key_cache", key, tokens);
        tape_.steps.back().weights = (unused * indexer.head_dim + shape_.hidden) * indexer.heads;
        return;
    }
    ValueId asked = tape_.linear(name + "query", query, indexer.heads * indexer.head_dim, false);
    const ValueId weights = tape_.linear(name + "weights", x, indexer.heads, false);
    rotate(name, asked, key);
    narrow("key_cache", key, tokens);
    asked = narrow("query_cast", asked, tokens * indexer.heads);

    // All heads share one key; what comes out is their weighted sum, one number for each pair of tokens.
    Attention scores;
    scores.batch = stack.batch;
    scores.heads = indexer.heads;
    scores.kv_heads = 1;
    scores.head_dim = indexer.head_dim;
    scores.value_dim = 1;
    scores.q_len = stack.queries;
    scores.kv_len = stack.context;
    scores.causal = stack.causal;
    scores.latent = true;
    Step& product = tape_.add(name + "scores", scores, {asked, weights}, asked);
    product.kernel.a = product.kernel.b = product.kernel.math = NumberType::Fp8;
    product.outputs.clear(); // engines take them in pieces
    const double seen = stack.context - (stack.causal ? (stack.queries - 1) / 2 : 0);
    // The scores are written by the product, which counts no more than its own sums; here, with their reading.
    const double written = 1 + indexer.selected / seen;
    Step& choice =
        tape_.add(name + "choice", VectorOp{VectorFunction::Sampling, tokens, seen, 1, written}, {asked}, asked);
    choice.kernel.a = choice.kernel.out = NumberType::Fp32;
    choice.outputs.clear();
}

} // namespace strata::workload
