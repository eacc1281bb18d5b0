// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <string>
#include <string_view>

namespace strata::workload {

/// Hyper-parameters of a transformer entry, with what its fields leave open filled in.
struct TransformerShape {
    std::string id, architecture;
    double layers = 1, hidden = 1, heads = 1, kv_heads = 1, head_dim = 1, ffn = 1, vocab = 1, max_seq = 1;
    bool gated = false, tied = false;
    std::string activation, norm, placement, position, style;
    bool bias = false, qkv_bias = false, merged_qkv = false, qk_norm = false, dropout = false, pooler = false;
    bool wide_attention = false; ///< narrow formats are for the feed-forward networks alone
    double token_types = 0, classes = 2;

    struct Experts {
        double experts = 0, per_token = 1, ffn = 1, shared_ffn = 0, dense_layers = 0, capacity = 0;
    } moe; ///< experts 0: none
    struct Latent {
        double query_rank = 0, kv_rank = 0, nope = 0, rope = 0, value = 0;
    } latent; ///< kv_rank 0: none
    double window = 0, windowed_layers = 0;
    double image_height = 0, image_width = 0, channels = 0, patch = 0;

    bool encodes() const { return architecture == "encoder" || architecture == "vision_encoder"; }
    bool twoStacks() const { return architecture == "encoder_decoder"; }
    bool vision() const { return architecture == "vision_encoder"; }
    double valueDim() const { return latent.kv_rank > 0 ? latent.value : head_dim; }
};

/// A valid transformer document, and the share of one of `tensor_parallel` ranks. Errors: "bad-value" where
/// heads, widths or experts do not divide.
Result<TransformerShape> readTransformer(const Json& model, const GraphOptions& options,
                                         std::string_view pointer);

} // namespace strata::workload
