// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/policy_names.h"
#include "core/evaluate/kinds/serving/serving_stages.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::int32_t kBatch = 256, kBudget = 8192; ///< where the engine's own limits are not known

const Json& memberOf(const Json& document, const char* key) { return servingMember(document, key); }

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// The scheduler of the engine; one that can go on with a cache from elsewhere where the plan moves caches.
std::string_view ownPolicy(const Json& plan, const hardware::EngineProfile& engine) {
    const auto policies = serving::schedulerPolicies();
    const bool moves = plan.contains("disaggregated") || plan.contains("kv_offload") ||
                       memberOf(plan, "scheduler").value("preemption", "") == "swap";
    const std::string_view general = *std::find_if(policies.begin(), policies.end(), serving::keepsCaches);
    const auto known = std::find(policies.begin(), policies.end(), engine.policy);
    const std::string_view own = known == policies.end() ? general : *known;
    return moves && !serving::keepsCaches(own) ? general : own;
}

/// Whether the engine chooses an iteration while the one before it runs. Of schedulers that are not its own those do
/// whose engines do.
bool schedulesAhead(const Json& plan, const hardware::EngineProfile& engine, std::string_view policy) {
    if (memberOf(plan, "scheduler").value("vidur_compatible", false)) return false;
    const bool own = policy == engine.policy || (serving::keepsCaches(policy) && serving::keepsCaches(engine.policy));
    if (!own) return serving::choosesAhead(policy);
    if (!engine.hides_host || engine.queued_iterations <= 0) return false;
    if (plan.value("pp", 1) > 1 && !engine.hides_host_in_pipelines) return false;
    const std::string guesses = memberOf(plan, "speculative").value("method", std::string());
    const auto& with = engine.hides_host_of;
    return guesses.empty() || std::find(with.begin(), with.end(), guesses) != with.end();
}

/// The policy that is asked for, else the engine's own.
Result<std::string_view> policyOf(const Json& plan, const hardware::EngineProfile& engine, const Library& library) {
    const std::string asked = memberOf(plan, "scheduler").value("policy", "");
    if (asked.empty()) return ownPolicy(plan, engine);
    if (auto known = requirePolicy(asked, library); !known) return known.error();
    return serving::traitsOf(policyNamed(asked, library)).name;
}

/// What else the plan asks for, and this policy cannot do.
Result<void> checkPolicy(const serving::SchedulerOptions& options, bool guesses) {
    if (guesses && serving::traitsOf(options.policy).counts_single_tokens) {
        return bad("/plan/scheduler/policy",
                   {"error.plans-memory-by-single-tokens", {{"field", "policy"}, {"policy", options.policy}}},
                   {"accepted.another-policy-or-no-speculative-decoding"});
    }
    if (options.swap && !serving::keepsCaches(options.policy)) {
        return bad("/plan/scheduler/preemption",
                   {"error.swaps-nothing", {{"field", "policy"}, {"policy", options.policy}}},
                   {"accepted.recompute-or-policy",
                    {{"keeps_caches", serving::policiesThat(&serving::PolicyTraits::keeps_caches)}}});
    }
    return {};
}

/// Engines cache prefixes of recurrent models only where they are told to, for each block keeps a state then; blocks
/// are as large as that (vLLM's hybrid cache manager). `memory` is that of one token.
void keepStates(const Json& plan, const workload::MemoryDemand& memory, serving::SchedulerOptions& out) {
    if (memory.state_bytes <= 0) return;
    out.prefix_cache = plan.value("prefix_cache", false);
    if (!out.prefix_cache || memberOf(plan, "scheduler").contains("block_tokens")) return;
    const double tokens = memory.state_bytes / std::max(memory.kv_cache_bytes, 1.0);
    out.block_tokens *= static_cast<std::int32_t>(std::ceil(std::clamp(tokens / out.block_tokens, 1.0, 256.0)));
}

} // namespace

Result<serving::SchedulerOptions> schedulerOf(const Json& plan, const ServingHardware& hardware,
                                              const ServingShards& shards, const SpeculativePlan& speculative,
                                              const Library& library) {
    const Json& stated = memberOf(plan, "scheduler");
    const hardware::Gpu& gpu = hardware.device.gpu;
    hardware::EngineProfile engine = gpu.runtime ? *gpu.runtime : hardware::EngineProfile{};
    engine.policy = policyNamed(engine.policy, library);
    const hardware::EngineLimits limits = engine.limitsOn(gpu);
    const auto policy = policyOf(plan, engine, library);
    if (!policy) return policy.error();
    const serving::PolicyTraits& traits = serving::traitsOf(*policy);
    serving::SchedulerOptions out;
    out.policy = *policy;
    out.max_batch = stated.value("max_batch", limits.max_sequences > 0 ? limits.max_sequences : kBatch);
    out.token_budget = stated.value("token_budget", limits.token_budget > 0 ? limits.token_budget : kBudget);
    out.chunk_tokens = stated.value("chunk_tokens", out.chunk_tokens);
    out.block_tokens = stated.value("block_tokens", traits.counts_single_tokens ? 1 : engine.block_tokens);
    out.blocks = stated.value("blocks", out.blocks);
    out.watermark = stated.value("watermark", out.watermark);
    out.ahead = stated.value("ahead", schedulesAhead(plan, engine, out.policy));
    out.look_every = stated.value("look_every", engine.look_every);
    out.prefix_cache = plan.value("prefix_cache", true);
    out.stages = plan.value("pp", 1);
    out.swap = stated.value("preemption", std::string("recompute")) == "swap";
    out.vidur_compatible = stated.value("vidur_compatible", false);
    out.decode_tokens = speculative.speculation.checked;
    keepStates(plan, shards.memory, out);
    if (auto able = checkPolicy(out, speculative.speculation.on()); !able) return able.error();
    return out;
}

} // namespace strata
