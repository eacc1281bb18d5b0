// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/memory/memory_plan.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata::serving {

MemoryPlanInput memoryPlanInput(const Json& model) {
    MemoryPlanInput input;
    input.layers = model.value("layers", input.layers);
    input.hidden = model.value("hidden", input.hidden);
    input.heads = model.value("heads", input.heads);
    input.kv_heads = model.value("kv_heads", input.heads);
    input.head_dim = model.value("head_dim", input.hidden / input.heads);
    input.ffn = model.value("ffn", input.ffn);
    input.gated_mlp = model.value("gated_mlp", input.gated_mlp);
    return input;
}

MemoryPlan vidurMemoryPlan(const MemoryPlanInput& in) {
    const double kv_heads = std::ceil(in.kv_heads / in.tp);
    const double attention =
        in.hidden * in.head_dim * (in.heads / in.tp + 2 * kv_heads) + in.hidden * in.head_dim * in.heads / in.tp;
    const double feed_forward = (in.gated_mlp ? 3 : 2) * in.hidden * in.ffn / in.tp;
    const double parameters = in.element_bytes * in.layers / in.stages * (attention + feed_forward);
    const double request = 2 * in.element_bytes * in.head_dim * kv_heads * in.max_tokens * in.layers;
    MemoryPlan plan;
    plan.longest_requests =
        static_cast<std::int64_t>(std::floor((in.device_bytes * (1 - in.reserved_share) - parameters) / request));
    plan.reserved_batch = static_cast<std::int32_t>(std::min<std::int64_t>(plan.longest_requests, in.batch_cap));
    plan.blocks = static_cast<std::int32_t>((in.max_tokens / in.block_tokens) * plan.longest_requests * in.stages);
    return plan;
}

} // namespace strata::serving
