// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <cstdint>
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
    enum class Mixer : std::uint8_t { Delta, Ssm, Selective, Convolution };
    struct Recurrent {
        Mixer kind = Mixer::Delta;
        double layers = 0, heads = 0, groups = 0, key_dim = 0, value_dim = 0, convolution = 0, rank = 0;
        double inner() const { return heads * value_dim; }
        /// Channels that pass the short convolution.
        double convolved() const {
            return inner() + (kind == Mixer::Delta || kind == Mixer::Ssm ? 2 * groups * key_dim : 0);
        }
    } recurrent; ///< layers 0: none. They stand in place of attention
    struct Indexer {
        double selected = 0, heads = 0, head_dim = 0;
    } indexer;                 ///< selected 0: attention sees all tokens
    double feeding_layers = 1; ///< that have a feed-forward network
    bool attention_gate = false;
    double image_height = 0, image_width = 0, channels = 0, patch = 0;

    bool encodes() const { return architecture == "encoder" || architecture == "vision_encoder"; }
    bool twoStacks() const { return architecture == "encoder_decoder"; }
    bool vision() const { return architecture == "vision_encoder"; }
    double attendingLayers() const { return layers - recurrent.layers; }
    double valueDim() const { return latent.kv_rank > 0 ? latent.value : head_dim; }
};

/// Refuses what only serving knows: recurrent layers and attention over selected tokens. `where` names the model.
Result<void> refuseTraining(const TransformerShape& shape, std::string_view where);

/// Bytes of the recurrent layers' states for one sequence: 32 bits of each head's matrix, and the last inputs of the
/// short convolution in `wide_bytes` each.
double recurrentStateBytes(const TransformerShape& shape, double wide_bytes);

/// A valid transformer document, and the share of one of `tensor_parallel` ranks. Errors: "bad-value" where
/// heads, widths or experts do not divide.
Result<TransformerShape> readTransformer(const Json& model, const GraphOptions& options, std::string_view pointer);

} // namespace strata::workload
