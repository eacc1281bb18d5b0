// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_stages.h"
#include "core/evaluate/request_parts.h"
#include "core/network/fabric.h"

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

/// The pool with the shards of its draft model, where one drafts.
Result<ServingPool> withDraft(ServingPool pool, const SpeculativePlan& speculative) {
    if (!speculative.model) return pool;
    const auto draft = besideGraph(*speculative.model, pool.graph, "/plan/speculative/model");
    if (!draft) return draft.error();
    pool.draft = *draft;
    return pool;
}

/// A pool of plan.disaggregated: `all` with what the member at `pointer` states otherwise.
Result<ServingPool> ownPool(const Json& stated, const std::string& pointer, ServingPool all,
                            const ServingHardware& hardware, const ServedModel& model,
                            const SpeculativePlan& speculative) {
    const hardware::Gpu& gpu = hardware.device.gpu;
    all.replicas = stated.value("replicas", 1);
    all.scheduler.max_batch = stated.value("max_batch", all.scheduler.max_batch);
    all.scheduler.token_budget = stated.value("token_budget", all.scheduler.token_budget);
    all.graph.tensor_parallel = stated.value("tp", all.graph.tensor_parallel);
    if (all.graph.tensor_parallel > 1 && gpu.link_bytes_per_s <= 0)
        return bad(pointer + "/tp", {"error.states-no-bandwidth-to-peers", {{"gpu", gpu.name}}}, verbatim("1"));
    const double experts = all.graph.expert_parallel;
    if (experts > 1 && experts != all.graph.tensor_parallel)
        return bad(pointer + "/tp", {"error.experts-spread-over-devices-plan-ep", {{"experts", int(experts)}}},
                   {"accepted.value-plan-ep-or-ep-1"});
    auto pool = withDraft(std::move(all), speculative);
    if (!pool) return pool;
    if (const auto sharded = workload::buildGraph(*model.document, pool->graph, "/workload/model"); !sharded) {
        Error error = sharded.error();
        asPlanned(error, pointer);
        return error;
    }
    return pool;
}

/// From a device of the prompt pool to one of the other pool in the same domain: a pair of a mesh has one of its links.
/// Only the prompt pool sends; a port that the devices of a group share is divided among the senders that the group
/// has, and two devices alone have their own links.
double insideBandwidth(const hardware::Cluster& cluster, double devices, double senders) {
    const auto pair = network::fabricOf(cluster, {2, 0});
    if (!pair || pair->dimensions.empty()) return 0;
    const double bytes_per_s = pair->dimensions.front().bandwidth_bytes_per_s;
    const hardware::ScaleUpLevel& level = cluster.scale_up.front();
    const double sharing = std::min<double>(senders, level.devices);
    return level.shared_bytes_per_s > 0 && devices > 2 ? std::min(bytes_per_s, level.shared_bytes_per_s / sharing)
                                                       : bytes_per_s;
}

/// A cluster has as many devices as the plan takes.
Result<void> checkDevices(double devices, double of_replica, const ServingHardware& hardware, const char* pointer) {
    if (!hardware.cluster) return {};
    const auto all = static_cast<double>(hardware.cluster->devices());
    if (devices <= all) return {};
    const double most = std::floor(all / of_replica);
    return bad(
        pointer,
        {"error.plan-takes-more-devices", {{"devices", devices}, {"cluster", hardware.cluster->name}, {"all", all}}},
        most >= 1 ? Message{"accepted.at-most-replicas-of-devices", {{"most", most}, {"devices", of_replica}}}
                  : Message{"accepted.at-most-devices-in-all", {{"most", int(all)}}});
}

/// The fabric between the pools: inside one scale-up domain where all devices fit in, else the network.
Result<LinkPlan> linkOf(const Json& stated, double devices, double senders, const ServingHardware& hardware) {
    const hardware::Gpu& gpu = hardware.device.gpu;
    LinkPlan link;
    link.share = stated.value("link_share", kLinkShare);
    link.setup_s = stated.value("setup_s", kSetup_s);
    link.layerwise = stated.value("layerwise", true);
    link.bytes_per_s = stated.value("link_bytes_per_s", 0.0);
    link.name = "the stated link";
    if (link.bytes_per_s <= 0 && hardware.cluster) {
        const hardware::Cluster& cluster = *hardware.cluster;
        const bool inside = devices <= static_cast<double>(cluster.scaleUpDevices());
        link.bytes_per_s = inside ? insideBandwidth(cluster, devices, senders)
                                  : cluster.nicBandwidth_bytes_per_s(static_cast<double>(cluster.devices_per_node));
        link.name = inside && !cluster.scale_up.empty() ? cluster.scale_up.front().name : cluster.scale_out.technology;
    } else if (link.bytes_per_s <= 0) {
        link.bytes_per_s = gpu.link_bytes_per_s;
        link.name = "the links to peers";
    }
    if (link.bytes_per_s > 0) return link;
    return Error{"missing",
                 "/plan/disaggregated/link_bytes_per_s",
                 {"error.states-no-bandwidth-to-peers", {{"gpu", gpu.name}}},
                 {"accepted.bandwidth-in-b-s"},
                 {}};
}

} // namespace

Result<ServingPools> servingPoolsOf(const Json& plan, const ServingHardware& hardware, const ServedModel& model,
                                    const SpeculativePlan& speculative, const workload::GraphOptions& graph,
                                    const serving::SchedulerOptions& scheduler) {
    const int replicas = plan.value("replicas", 1) * static_cast<int>(model.data_parallel);
    const auto all = withDraft({.graph = graph, .scheduler = scheduler, .replicas = replicas}, speculative);
    if (!all) return all.error();
    const auto stated = plan.find("disaggregated");
    if (stated == plan.end()) {
        const double ranks = all->ranks() * model.data_parallel;
        if (auto fits = checkDevices(all->ranks() * replicas, ranks, hardware, "/plan/replicas"); !fits)
            return fits.error();
        return ServingPools{.prompts = *all};
    }
    if (!serving::keepsCaches(scheduler.policy)) {
        return bad("/plan/scheduler/policy",
                   {"error.cannot-take-over-cache-from-another", {{"field", "policy"}, {"policy", scheduler.policy}}},
                   verbatim(serving::policiesThat(&serving::PolicyTraits::keeps_caches)));
    }
    const auto pool = [&](const char* key) {
        return ownPool(servingMember(*stated, key), std::string("/plan/disaggregated/") + key, *all, hardware, model,
                       speculative);
    };
    const auto prompts = pool("prefill"), decode = pool("decode");
    if (!prompts) return prompts.error();
    if (!decode) return decode.error();
    const double devices = prompts->ranks() * prompts->replicas + decode->ranks() * decode->replicas;
    if (auto fits = checkDevices(devices, std::max(prompts->ranks(), decode->ranks()), hardware, "/plan/disaggregated");
        !fits)
        return fits.error();
    const auto link = linkOf(*stated, devices, prompts->ranks() * prompts->replicas, hardware);
    if (!link) return link.error();
    return ServingPools{*prompts, *decode, *link};
}

} // namespace strata
