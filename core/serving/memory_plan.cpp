// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/memory_plan.h"

#include <algorithm>
#include <cmath>

namespace strata::serving {

MemoryPlan vidurMemoryPlan(const MemoryPlanInput& in) {
    const double kv_heads = std::ceil(in.kv_heads / in.tp);
    const double attention =
        in.hidden * in.head_dim * (in.heads / in.tp + 2 * kv_heads) + in.hidden * in.head_dim * in.heads / in.tp;
    const double parameters = in.element_bytes * in.layers / in.stages * (attention + 3 * in.hidden * in.ffn / in.tp);
    const double request = 2 * in.element_bytes * in.head_dim * kv_heads * in.max_tokens * in.layers;
    MemoryPlan plan;
    plan.longest_requests =
        static_cast<std::int64_t>(std::floor((in.device_bytes * (1 - in.reserved_share) - parameters) / request));
    plan.reserved_batch = static_cast<std::int32_t>(std::min<std::int64_t>(plan.longest_requests, in.batch_cap));
    plan.blocks = static_cast<std::int32_t>((in.max_tokens / in.block_tokens) * plan.longest_requests * in.stages);
    return plan;
}

} // namespace strata::serving
