// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/memory/engine_memory.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::serving {

EngineMemory engineMemory(const hardware::Gpu& gpu, const compose::RuntimeCosts& costs, const Json& model,
                          const workload::GraphOptions& options, double stages, double token_budget,
                          double block_tokens) {
    EngineMemory memory;
    workload::GraphOptions largest = options;
    largest.phase = workload::Phase::Prefill;
    largest.batch = 1;
    largest.sequence = std::min(model.value("max_seq", 2048.0), token_budget);
    const auto graph = workload::buildGraph(model, largest, "/workload/model");
    if (!graph) return memory;
    workload::MemoryDemand demand = graph->memory;
    memory.cache_bytes_per_token = demand.kv_cache_bytes / largest.sequence / stages;
    memory.state_bytes = demand.state_bytes / stages;
    demand.kv_cache_bytes = demand.state_bytes = 0;
    demand.weight_bytes /= stages;
    memory.fit = compose::fitMemory(gpu, costs, demand);
    memory.available_bytes = memory.fit.available_bytes - memory.fit.needed_bytes;
    memory.state_blocks = std::ceil(memory.state_bytes / (memory.cache_bytes_per_token * block_tokens));
    memory.blocks = std::floor(memory.available_bytes / (memory.cache_bytes_per_token * block_tokens));
    return memory;
}

} // namespace strata::serving
