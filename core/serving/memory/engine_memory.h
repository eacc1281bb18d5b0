// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/compose/memory_fit.h"
#include "core/workload/graph.h"

namespace strata::serving {

/// What is left for the paged KV cache on one rank.
struct EngineMemory {
    compose::MemoryFit fit; ///< weights and workspace of the largest iteration alone
    double available_bytes = 0, cache_bytes_per_token = 0, blocks = 0;
    double state_bytes = 0;  ///< of the recurrent layers of one request
    double state_blocks = 0; ///< that it takes of the cache
};

/// Beside the weights and the workspace of an iteration of token_budget tokens; the smallest stage of a pipeline
/// has the share of an even split. Nothing fits: blocks is below 1.
EngineMemory engineMemory(const hardware::Gpu& gpu, const compose::RuntimeCosts& costs, const Json& model,
                          const workload::GraphOptions& options, double stages, double token_budget,
                          double block_tokens);

} // namespace strata::serving
