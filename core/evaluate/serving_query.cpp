// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/serving_query.h"

#include "core/evaluate/device_types.h"
#include "core/evaluate/request_parts.h"
#include "core/evaluate/serving_techniques.h"
#include "core/serving/router.h"
#include "core/workload/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr std::int32_t kVllmBatch = 256,
                       kVllmBudget = 8192; ///< what vLLM's server takes where it is told nothing

const Json& memberOf(const Json& document, const char* key) { return servingMember(document, key); }

Error bad(std::string pointer, std::string text, std::string expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

/// The view of a policy's name that lives as long as the program.
std::string_view lasting(std::span<const std::string_view> names, const std::string& wanted, std::string_view absent) {
    const auto found = std::find(names.begin(), names.end(), wanted);
    return found == names.end() ? absent : *found;
}

void readScheduler(const Json& plan, ServingQuery& query) {
    auto& out = query.options.scheduler;
    const Json& stated = memberOf(plan, "scheduler");
    out.policy = lasting(serving::schedulerPolicies(), stated.value("policy", ""), "vllm");
    out.max_batch = stated.value("max_batch", kVllmBatch);
    out.token_budget = stated.value("token_budget", kVllmBudget);
    out.chunk_tokens = stated.value("chunk_tokens", out.chunk_tokens);
    out.block_tokens = stated.value("block_tokens", out.policy == "lightllm" ? 1 : out.block_tokens);
    out.watermark = stated.value("watermark", out.watermark);
    out.ahead = stated.value("ahead", serving::choosesAhead(out.policy));
    out.look_every = stated.value("look_every", out.look_every);
    out.prefix_cache = plan.value("prefix_cache", true);
    out.stages = plan.value("pp", 1);
    query.options.replicas = plan.value("replicas", 1);
    query.options.router = lasting(serving::routerPolicies(), plan.value("router", ""), "round-robin");
    query.level = readServiceLevel(memberOf(plan, "slo"));
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
    if (auto serves = requireServingRuntime(request, query.device); !serves) return serves.error();
    const Json& workload = request.at("workload");
    auto model = resolveDecoder(workload.at("model"), "/workload/model", library);
    if (!model) return model.error();
    query.model = *std::move(model);
    const Json& plan = memberOf(request, "plan");
    readScheduler(plan, query);
    if (query.options.scheduler.stages > query.model->value("layers", 1)) {
        return bad("/plan/pp", "pp is more than the model has layers",
                   "at most " + std::to_string(query.model->value("layers", 1)));
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
                     query.device.gpu.name + " states no bandwidth to its peers",
                     "tp 1, or hardware with link_bytes_per_s",
                     {}};
    }
    types["tensor_parallel"] = ranks;
    if (workload.contains("skew")) types["skew"] = workload.at("skew");
    if (auto spread = spreadExperts(plan, query, types); !spread) return spread.error();
    if (!workload.contains("dtype")) types["dtype"] = name(wideType(query.device.gpu));
    auto graph = workload::readGraphOptions(types, "/workload");
    if (!graph) return graph.error();
    fitToDevice(*graph, query.device.gpu, types);
    query.graph = *graph;
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
    query.options.seed = query.traffic.seed;
    if (plan.contains("request_s")) query.request_s = plan.at("request_s").get<double>();
    auto speculative = readSpeculative(plan, query, library);
    if (!speculative) return speculative.error();
    query.speculative = *std::move(speculative);
    query.options.speculation = query.speculative.speculation;
    query.options.scheduler.decode_tokens = query.options.speculation.checked;
    if (query.options.speculation.on() && query.options.scheduler.policy == "lightllm") {
        return bad("/plan/scheduler/policy", "policy is lightllm, which plans memory by single tokens",
                   "another policy, or no speculative decoding");
    }
    if (auto fleet = readFleet(request, query, library); !fleet) return fleet.error();
    if (auto read = readVidur(request, query); !read) return read.error();
    if (auto read = readTablesPlan(plan, query); !read) return read.error();
    return query;
}

} // namespace strata
