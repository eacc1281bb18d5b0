// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_techniques.h"
#include "core/evaluate/request_parts.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// Transfers of KV caches measured by Mooncake (Qin et al., FAST 2025): 71 % of the link for 32k tokens, 18
/// to 48 % for up to 1k. With the 320 KiB a token of a 70B model, a setup of 1 ms and 72 % of a 200 GB/s
/// link for the bytes give 71 % there, 16 % at 128 tokens and 50 % at 1,024.
constexpr double kLinkShare = 0.72, kSetup_s = 1e-3;

Error bad(std::string pointer, Message text, Message expected) {
    return {"bad-value", std::move(pointer), std::move(text), std::move(expected), {}};
}

const Json* find(const Json& plan, const char* key) {
    const auto found = plan.find(key);
    return found == plan.end() ? nullptr : &*found;
}

Result<void> readPool(const Json& stated, const std::string& pointer, ServingQuery& query) {
    auto& options = query.options;
    options.replicas = stated.value("replicas", 1);
    options.scheduler.max_batch = stated.value("max_batch", options.scheduler.max_batch);
    options.scheduler.token_budget = stated.value("token_budget", options.scheduler.token_budget);
    query.graph.tensor_parallel = stated.value("tp", query.graph.tensor_parallel);
    if (query.graph.tensor_parallel > 1 && query.device.gpu.link_bytes_per_s <= 0)
        return bad(pointer + "/tp", {"error.states-no-bandwidth-to-peers", {{"gpu", query.device.gpu.name}}},
                   verbatim("1"));
    const double experts = query.graph.expert_parallel;
    if (experts > 1 && experts != query.graph.tensor_parallel)
        return bad(pointer + "/tp", {"error.experts-spread-over-devices-plan-ep", {{"experts", int(experts)}}},
                   {"accepted.value-plan-ep-or-ep-1"});
    if (query.speculative.model) {
        auto beside = besideGraph(*query.speculative.model, query.graph, "/plan/speculative/model");
        if (!beside) return beside.error();
        query.speculative.graph = *beside;
    }
    if (const auto sharded = workload::buildGraph(*query.model, query.graph, "/workload/model"); !sharded) {
        Error error = sharded.error();
        asPlanned(error, pointer);
        return error;
    }
    return {};
}

/// The fabric between the pools: inside one scale-up domain where all devices fit in, else the network.
Result<void> readLink(const Json& stated, double devices, ServingQuery& query) {
    LinkPlan& link = query.link;
    link.share = stated.value("link_share", kLinkShare);
    link.setup_s = stated.value("setup_s", kSetup_s);
    link.layerwise = stated.value("layerwise", true);
    link.bytes_per_s = stated.value("link_bytes_per_s", 0.0);
    link.name = "the stated link";
    if (link.bytes_per_s <= 0 && query.cluster) {
        const auto& cluster = *query.cluster;
        const bool inside = devices <= static_cast<double>(cluster.scaleUpDevices());
        link.bytes_per_s = inside ? query.device.gpu.link_bytes_per_s
                                  : cluster.nicBandwidth_bytes_per_s(static_cast<double>(cluster.devices_per_node));
        link.name = inside && !cluster.scale_up.empty() ? cluster.scale_up.front().name : cluster.scale_out.technology;
    } else if (link.bytes_per_s <= 0) {
        link.bytes_per_s = query.device.gpu.link_bytes_per_s;
        link.name = "the links to peers";
    }
    if (link.bytes_per_s > 0) return {};
    return Error{"missing",
                 "/plan/disaggregated/link_bytes_per_s",
                 {"error.states-no-bandwidth-to-peers", {{"gpu", query.device.gpu.name}}},
                 {"accepted.bandwidth-in-b-s"},
                 {}};
}

Result<void> readDisaggregated(const Json& plan, ServingQuery& query) {
    const Json* stated = find(plan, "disaggregated");
    if (!stated) return {};
    if (!serving::keepsCaches(query.options.scheduler.policy)) {
        return bad("/plan/scheduler/policy",
                   {"error.cannot-take-over-cache-from-another",
                    {{"field", "policy"}, {"policy", query.options.scheduler.policy}}},
                   verbatim(serving::policiesThat(&serving::PolicyTraits::keeps_caches)));
    }
    query.decode = std::make_shared<ServingQuery>(query);
    for (const auto& [key, pool] : {std::pair{"prefill", &query}, {"decode", query.decode.get()}}) {
        const std::string here = std::string("/plan/disaggregated/") + key;
        if (auto read = readPool(servingMember(*stated, key), here, *pool); !read) return read;
    }
    const auto ranks = [](const ServingQuery& pool) {
        return pool.graph.tensor_parallel * pool.options.scheduler.stages;
    };
    const double devices =
        ranks(query) * query.options.replicas + ranks(*query.decode) * query.decode->options.replicas;
    if (auto read = readLink(*stated, devices, query); !read) return read;
    auto& pool = query.options.decode_pool;
    pool.replicas = query.decode->options.replicas;
    const LinkPlan& link = query.link;
    // Every rank sends its own part; the pool with fewer ranks limits.
    const double lanes = std::min(ranks(query), ranks(*query.decode));
    pool.transfer.bytes_per_s = link.share * link.bytes_per_s * lanes;
    pool.transfer.setup_s = link.setup_s;
    pool.transfer.layers = link.layerwise ? query.model->value("layers", 1.0) : 1;
    return {};
}

Result<void> readTiers(const Json& plan, ServingQuery& query) {
    const Json& scheduler = servingMember(plan, "scheduler");
    auto& options = query.options.scheduler;
    MemoryTiers& tiers = query.tiers;
    tiers.host_bytes_per_s = plan.value("host_bytes_per_s", query.device.document->value("host_link_bytes_per_s", 0.0));
    options.swap = scheduler.value("preemption", std::string("recompute")) == "swap";
    if (options.swap && !serving::keepsCaches(options.policy)) {
        return bad("/plan/scheduler/preemption",
                   {"error.swaps-nothing", {{"field", "policy"}, {"policy", options.policy}}},
                   {"accepted.recompute-or-policy",
                    {{"keeps_caches", serving::policiesThat(&serving::PolicyTraits::keeps_caches)}}});
    }
    const Json* offload = find(plan, "kv_offload");
    if (offload) {
        if (!options.prefix_cache || !serving::keepsCaches(options.policy)) {
            return bad("/plan/kv_offload", {"error.nothing-offloaded-without-prefix-cache"},
                       {"accepted.prefix-cache-true-and-policy",
                        {{"keeps_caches", serving::policiesThat(&serving::PolicyTraits::keeps_caches)}}});
        }
        tiers.store_bytes = offload->value("bytes", 0.0);
        tiers.store_bytes_per_s = offload->value("bytes_per_s", tiers.host_bytes_per_s);
        tiers.store_shared = offload->value("shared", false);
        tiers.weighs_fetching = offload->value("recompute", std::string("cheaper")) == "cheaper";
    }
    const bool needs_host = options.swap || plan.contains("lora") || (offload && tiers.store_bytes_per_s <= 0);
    if (!needs_host || tiers.host_bytes_per_s > 0) return {};
    return Error{"missing",
                 "/plan/host_bytes_per_s",
                 {"error.states-no-bandwidth-to-host", {{"gpu", query.device.gpu.name}}},
                 {"accepted.bandwidth-in-b-s"},
                 {}};
}

Result<void> readAutoscaling(const Json& plan, ServingQuery& query) {
    const Json* stated = find(plan, "autoscaling");
    if (!stated) return {};
    auto& rule = query.options.autoscaling;
    rule = {stated->value("minimum", 1), stated->value("target", 1.0), stated->value("interval_s", 10.0),
            stated->value("start_s", 60.0)};
    if (query.decode)
        return bad("/plan/autoscaling", {"error.separate-pools-not-scaled"}, {"accepted.no-autoscaling-or-one-pool"});
    if (rule.minimum <= query.options.replicas) return {};
    return bad("/plan/autoscaling/minimum",
               {"error.but-there-at-most-replicas",
                {{"field", "minimum"}, {"minimum", rule.minimum}, {"replicas", query.options.replicas}}},
               {"accepted.at-most-plan-replicas"});
}

Result<void> readPower(const Json& plan, ServingQuery& query) {
    query.power_limit_w = plan.value("power_limit_w", 0.0);
    const hardware::Gpu& gpu = query.device.gpu;
    if (query.power_limit_w <= 0) return {};
    if (gpu.board_power_w <= 0)
        return bad("/plan/power_limit_w", {"error.states-no-board-power", {{"gpu", gpu.name}}}, {"accepted.no-limit"});
    if (query.power_limit_w <= gpu.board_power_w) return {};
    return bad("/plan/power_limit_w", {"error.limit-above-board"},
               {"accepted.at-most-w", {{"board_power_w", int(gpu.board_power_w)}}});
}

Result<void> readColocation(const Json& plan, ServingQuery& query, const Library& library) {
    const Json* stated = find(plan, "colocated");
    if (!stated) return {};
    const std::string here = "/plan/colocated/neighbour";
    const Json& neighbour = stated->at("neighbour");
    auto model = resolveDecoder(neighbour.at("model"), here + "/model", library);
    if (!model) return model.error();
    ColocationPlan out;
    const auto modes = gpu::sharingModes();
    out.mode =
        static_cast<gpu::SharingMode>(std::find(modes.begin(), modes.end(), stated->value("mode", "")) - modes.begin());
    out.sms = stated->value("sms", 0.0);
    out.memory_share = stated->value("memory_share", 0.0);
    out.model = *std::move(model);
    workload::GraphOptions own = query.graph;
    const NumberType type = numberTypeNamed(neighbour.value("dtype", "bf16")).value_or(NumberType::Bf16);
    own.weights = own.activations = own.math = type;
    own.kv_cache = bytesOf(type) < 2 ? NumberType::Bf16 : type;
    own.expert_parallel = 1;
    auto graph = besideGraph(*out.model, own, here + "/model");
    if (!graph) return graph.error();
    out.graph = *graph;
    out.batch = neighbour.value("batch", 8.0);
    out.context = neighbour.value("context", 1024.0);
    out.load = neighbour.value("load", 1.0);
    out.neighbour_sms = neighbour.value("sms", 0.0);
    out.neighbour_memory_share = neighbour.value("memory_share", 0.0);
    query.colocation = std::move(out);
    return {};
}

} // namespace

Result<void> readFleet(const Json& request, ServingQuery& query, const Library& library) {
    const Json& plan = servingMember(request, "plan");
    if (auto read = readTiers(plan, query); !read) return read;
    if (const Json* failures = find(plan, "failures"))
        query.options.failures = {failures->value("mtbf_s", 0.0), failures->value("restart_s", 60.0)};
    if (const Json* lora = find(plan, "lora")) {
        auto& adapters = query.options.adapters;
        adapters = {lora->value("adapters", 1), lora->value("resident", 8), lora->value("skew", 0.0)};
        adapters.resident = std::min(adapters.resident, adapters.count);
        query.adapter_rank = lora->value("rank", 16.0);
    }
    query.device_price_per_h = plan.value("device_price_per_h", 0.0);
    if (auto read = readPower(plan, query); !read) return read;
    if (auto read = readColocation(plan, query, library); !read) return read;
    if (auto read = readDisaggregated(plan, query); !read) return read;
    return readAutoscaling(plan, query);
}

} // namespace strata
