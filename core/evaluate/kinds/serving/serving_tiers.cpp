// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"

#include <nlohmann/json.hpp>

namespace strata {

Result<MemoryTiers> memoryTiersOf(const Json& plan, const ServingHardware& hardware,
                                  const serving::SchedulerOptions& scheduler) {
    MemoryTiers tiers;
    tiers.host_bytes_per_s =
        plan.value("host_bytes_per_s", hardware.device.document->value("host_link_bytes_per_s", 0.0));
    const auto offload = plan.find("kv_offload");
    const bool offloads = offload != plan.end();
    if (offloads) {
        if (!scheduler.prefix_cache || !serving::keepsCaches(scheduler.policy)) {
            return Error{"bad-value",
                         "/plan/kv_offload",
                         {"error.nothing-offloaded-without-prefix-cache"},
                         {"accepted.prefix-cache-true-and-policy",
                          {{"keeps_caches", serving::policiesThat(&serving::PolicyTraits::keeps_caches)}}},
                         {}};
        }
        tiers.store_bytes = offload->value("bytes", 0.0);
        tiers.store_bytes_per_s = offload->value("bytes_per_s", tiers.host_bytes_per_s);
        tiers.store_shared = offload->value("shared", false);
        tiers.weighs_fetching = offload->value("recompute", std::string("cheaper")) == "cheaper";
    }
    const bool needs_host = scheduler.swap || plan.contains("lora") || (offloads && tiers.store_bytes_per_s <= 0);
    if (!needs_host || tiers.host_bytes_per_s > 0) return tiers;
    return Error{"missing",
                 "/plan/host_bytes_per_s",
                 {"error.states-no-bandwidth-to-host", {{"gpu", hardware.device.gpu.name}}},
                 {"accepted.bandwidth-in-b-s"},
                 {}};
}

} // namespace strata
