// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstdint>

namespace strata::serving {

/// What memory is planned from.
struct MemoryPlanInput {
    double device_bytes = 0;
    double reserved_share = 0.1; ///< kept free
    double layers = 1, hidden = 1, heads = 1, kv_heads = 1, head_dim = 1, ffn = 1;
    bool gated_mlp = true; ///< three matrices instead of two
    std::int32_t tp = 1, stages = 1;
    std::int32_t max_tokens = 4096, block_tokens = 16, batch_cap = 128;
    double element_bytes = 2;
};

/// Room for the KV cache beside the weights; a block holds the tokens of one page.
struct MemoryPlan {
    std::int64_t longest_requests = 0; ///< requests of max_tokens that fit, on one stage
    std::int32_t reserved_batch = 0;   ///< the same, at most batch_cap
    std::int32_t blocks = 0;           ///< of all stages together
};

/// The sizes of a transformer of the library; the rest as initialised.
MemoryPlanInput memoryPlanInput(const Json& model);

/// The reference simulator's rule: parameters without embedding and head; a request's KV cache counts all
/// layers on every stage, and the resulting places are multiplied by the stages. Nothing fits: blocks is 0 or
/// below.
MemoryPlan vidurMemoryPlan(const MemoryPlanInput& input);

} // namespace strata::serving
