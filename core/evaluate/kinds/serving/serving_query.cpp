// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_query.h"

#include "core/evaluate/kinds/device_types.h"
#include "core/evaluate/kinds/serving/policy_names.h"
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/evaluate/request_parts.h"
#include "core/hardware/engine_profile.h"
#include "core/serving/policies/router.h"
#include "core/workload/checkpoint.h"

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

/// The view of a policy's name that lives as long as the program.
std::string_view lasting(std::span<const std::string_view> names, const std::string& wanted, std::string_view absent) {
    const auto found = std::find(names.begin(), names.end(), wanted);
    return found == names.end() ? absent : *found;
}

/// The scheduler of the engine; one that can go on with a cache from elsewhere where the plan moves caches.
std::string_view ownPolicy(const Json& plan, const hardware::EngineProfile& engine) {
    const auto policies = serving::schedulerPolicies();
    const bool moves = plan.contains("disaggregated") || plan.contains("kv_offload") ||
                       memberOf(plan, "scheduler").value("preemption", "") == "swap";
    const std::string_view general = *std::find_if(policies.begin(), policies.end(), serving::keepsCaches);
    const std::string_view own = lasting(policies, engine.policy, general);
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

Result<void> readScheduler(const Json& plan, const Library& library, ServingQuery& query) {
    auto& out = query.options.scheduler;
    const Json& stated = memberOf(plan, "scheduler");
    hardware::EngineProfile engine = query.device.gpu.runtime ? *query.device.gpu.runtime : hardware::EngineProfile{};
    engine.policy = policyNamed(engine.policy, library);
    const hardware::EngineLimits limits = engine.limitsOn(query.device.gpu);
    out.policy = ownPolicy(plan, engine);
    if (const std::string asked = stated.value("policy", ""); !asked.empty()) {
        if (auto known = requirePolicy(asked, library); !known) return known;
        out.policy = serving::traitsOf(policyNamed(asked, library)).name;
    }
    const serving::PolicyTraits& policy = serving::traitsOf(out.policy);
    out.max_batch = stated.value("max_batch", limits.max_sequences > 0 ? limits.max_sequences : kBatch);
    out.token_budget = stated.value("token_budget", limits.token_budget > 0 ? limits.token_budget : kBudget);
    out.chunk_tokens = stated.value("chunk_tokens", out.chunk_tokens);
    out.block_tokens = stated.value("block_tokens", policy.counts_single_tokens ? 1 : engine.block_tokens);
    out.blocks = stated.value("blocks", out.blocks);
    out.watermark = stated.value("watermark", out.watermark);
    out.ahead = stated.value("ahead", schedulesAhead(plan, engine, out.policy));
    out.look_every = stated.value("look_every", engine.look_every);
    out.prefix_cache = plan.value("prefix_cache", true);
    out.stages = plan.value("pp", 1);
    query.options.replicas = plan.value("replicas", 1);
    query.options.router = lasting(serving::routerPolicies(), plan.value("router", ""), "round-robin");
    const auto level = readServiceLevel(memberOf(plan, "slo"), "/plan/slo");
    if (!level) return level.error();
    query.level = *level;
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

Result<ServingQuery> resolveServing(const Json& request, const Library& library) {
    ServingQuery query;
    if (auto device = resolveServingDevice(request, library, query); !device) return device.error();
    if (auto serves = requireServingRuntime(request, library, query.device); !serves) return serves.error();
    const Json& workload = request.at("workload");
    auto model = resolveDecoder(workload.at("model"), "/workload/model", library);
    if (!model) return model.error();
    query.model = *std::move(model);
    const Json& plan = memberOf(request, "plan");
    if (auto read = readScheduler(plan, library, query); !read) return read.error();
    if (query.options.scheduler.stages > query.model->value("layers", 1)) {
        return bad("/plan/pp", {"error.pp-more-than-model-has-layers"},
                   {"accepted.at-most", {{"most", query.model->value("layers", 1)}}});
    }
    Json types{
        {"model", workload.at("model")}, {"phase", "decode"}, {"batch", 1}, {"sequence", 1}, {"fusion", "engine"},
        {"flash_attention", true},       {"dtype", "bf16"}};
    for (const char* key : {"dtype", "weights", "activations", "kv_cache"}) {
        if (workload.contains(key)) types[key] = workload.at(key);
    }
    const int ranks = plan.value("tp", 1);
    if (ranks > 1 && query.device.gpu.link_bytes_per_s <= 0) {
        return Error{"missing",
                     "/plan/tp",
                     {"error.states-no-bandwidth-to-peers", {{"gpu", query.device.gpu.name}}},
                     {"accepted.tp-1-or-hardware-with-link"},
                     {}};
    }
    types["tensor_parallel"] = ranks;
    for (const char* key : {"skew", "routing"}) {
        if (workload.contains(key)) types[key] = workload.at(key);
    }
    if (auto spread = spreadExperts(plan, query, types); !spread) return spread.error();
    if (!workload.contains("dtype")) types["dtype"] = name(wideType(query.device.gpu));
    auto graph = workload::readGraphOptions(types, "/workload");
    if (!graph) return graph.error();
    fitToDevice(*graph, query.device.gpu, types);
    query.graph = *graph;
    const bool routed = workload.contains("skew") || workload.contains("routing");
    if (!routed) query.graph.skew = workload::routingSkew(*query.model);
    workload::followCheckpoint(*query.model, workload.at("model"), query.graph);
    // Heads and widths must divide by the ranks.
    const auto sharded = workload::buildGraph(*query.model, query.graph, "/workload/model");
    if (!sharded) {
        Error error = sharded.error();
        asPlanned(error, "/plan");
        return error;
    }
    keepStates(plan, sharded->memory, query.options.scheduler);
    if (auto read = readServingTraffic(workload.at("traffic"), request.value("seed", std::uint64_t{42}), query);
        !read) {
        return read.error();
    }
    // Blocks of fewer tokens would need a key for each, and tell the same within a few tokens.
    constexpr std::int32_t kLeastPiece = 16;
    query.sessions.piece_tokens = std::max(kLeastPiece, query.options.scheduler.block_tokens);
    query.options.seed = query.traffic.seed;
    if (plan.contains("request_s")) query.request_s = plan.at("request_s").get<double>();
    auto speculative = readSpeculative(plan, query, library);
    if (!speculative) return speculative.error();
    query.speculative = *std::move(speculative);
    query.options.speculation = query.speculative.speculation;
    query.options.scheduler.decode_tokens = query.options.speculation.checked;
    const std::string_view policy = query.options.scheduler.policy;
    if (query.options.speculation.on() && serving::traitsOf(policy).counts_single_tokens) {
        return bad("/plan/scheduler/policy",
                   {"error.plans-memory-by-single-tokens", {{"field", "policy"}, {"policy", policy}}},
                   {"accepted.another-policy-or-no-speculative-decoding"});
    }
    if (auto fleet = readFleet(request, query, library); !fleet) return fleet.error();
    if (auto read = readVidur(request, query); !read) return read.error();
    if (auto read = readTablesPlan(plan, query); !read) return read.error();
    return query;
}

} // namespace strata
