// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/npu/layer_methods.h"
#include "core/evaluate/request.h"
#include "core/gpu/sharing/colocation.h"
#include "core/hardware/cluster/cluster.h"
#include "core/network/nccl.h"
#include "core/serving/simulation/simulate.h"
#include "core/serving/simulation/summary.h"
#include "core/serving/traffic/session_traffic.h"
#include "core/workload/graph.h"

#include <optional>

namespace strata {

/// The devices that serve.
struct ServingHardware {
    GpuQuery device;                            ///< with a serving engine: vLLM where the hardware names none
    std::optional<hardware::Cluster> cluster{}; ///< whose device this is, where the request names one
    double power_limit_w = 0;                   ///< of each board; 0: its own
};

/// The model that is served, and who shares its experts.
struct ServedModel {
    std::shared_ptr<const Json> document;        ///< the resolved workload; experts are as wide as a rank holds them
    double expert_parallel = 1;                  ///< ranks that hold whole experts (plan.ep)
    double data_parallel = 1;                    ///< copies of attention that share the experts (plan.dp)
    std::optional<network::NcclGroup> experts{}; ///< the ranks of all of them
};

/// How tokens are guessed ahead (plan.speculative).
struct SpeculativePlan {
    enum class Method { None, Draft, Ngram, Eagle, Medusa } method = Method::None;
    std::shared_ptr<const Json> model; ///< that drafts: of draft and eagle
    serving::Speculation speculation;
    std::vector<double> acceptance; ///< by position, as stated
};

/// Replicas of one kind: all of them, or those that compute prompts, or those that decode.
struct ServingPool {
    workload::GraphOptions graph{};        ///< types and shards of one rank
    workload::GraphOptions draft{};        ///< the same of the model that drafts
    serving::SchedulerOptions scheduler{}; ///< blocks of the KV cache are left to the method
    std::int32_t replicas = 1;

    double ranks() const { return graph.tensor_parallel * scheduler.stages; } ///< of a replica
};

/// What the caches of prompts pass between two pools: rate of one sending replica.
struct LinkPlan {
    double bytes_per_s = 0; ///< of the link itself
    double share = 0;       ///< of it that large messages reach
    double setup_s = 0;
    bool layerwise = true;
    std::string name; ///< "NVLink", "infiniband", ...
};

struct ServingPools {
    ServingPool prompts{};               ///< that decode too where no pool is apart
    std::optional<ServingPool> decode{}; ///< where it is apart (plan.disaggregated)
    LinkPlan link{};                     ///< between the pools
};

/// A group of users with a promise of its own.
struct Tenant {
    std::string name;
    serving::ServiceLevel level;
};

/// Who asks, how often, for what, and what is promised.
struct ServingLoad {
    serving::TrafficOptions traffic;
    std::string trace;   ///< file whose arrivals or lengths are replayed; empty: none
    bool replay = false; ///< its arrivals too, not its lengths alone
    serving::SessionOptions sessions;
    std::optional<serving::VidurTrafficOptions> vidur; ///< traffic.vidur: in place of `traffic`
    serving::ServiceLevel level;
    std::vector<Tenant> tenants; ///< in the order of traffic.tenants
};

/// Where caches go that do not stay in device memory.
struct MemoryTiers {
    double host_bytes_per_s = 0; ///< between a device and its host, one direction
    double store_bytes = 0;      ///< for cached prefixes beside those in device memory; 0: none
    double store_bytes_per_s = 0;
    bool store_shared = false;   ///< by all replicas
    bool weighs_fetching = true; ///< what is computed again sooner than it comes is computed
};

/// What holds for all replicas together.
struct FleetPlan {
    std::string_view router = "round-robin";
    serving::Failures failures;
    serving::Autoscaling autoscaling;
    serving::Adapters adapters;      ///< of plan.lora
    double adapter_rank = 0;         ///< of each
    double device_price_per_h = 0;   ///< 0: not stated
    std::optional<double> request_s; ///< outside of the engine, as stated; else the runtime's where it is named
};

/// Another model on the same devices (plan.colocated).
struct ColocationPlan {
    gpu::SharingMode mode = gpu::SharingMode::Streams;
    double sms = 0, memory_share = 0; ///< of the model itself; 0: all, or as the SMs
    std::shared_ptr<const Json> model;
    workload::GraphOptions graph;
    double batch = 8, context = 1024;
    double neighbour_sms = 0, neighbour_memory_share = 0;
    double load = 1; ///< share of the time in which it runs
};

/// Iteration times that come from somebody's tables (plan.operator_tables).
struct TablesPlan {
    std::string path, format; ///< empty: predicted by kernels
    double step_s = 0;        ///< host work of an iteration that the device waits for
};

/// A `serving` request with every name resolved, made of parts. Each part comes from one stage (serving_stages.h), out
/// of the request and of parts before it; nothing is changed afterwards.
struct ServingQuery {
    ServingHardware hardware;
    ServedModel model;
    SpeculativePlan speculative;
    ServingPools pools;
    ServingLoad load;
    MemoryTiers tiers;
    FleetPlan fleet;
    std::optional<ColocationPlan> colocation;
    TablesPlan tables;
    LayerMethods methods; ///< of the layers below
};

/// Errors point into the request. Reads no trace. Cheap enough for the window's thread.
Result<ServingQuery> resolveServing(const Json& request, const Library& library);

/// RequestKind::held: the longest length that holds at a "maximum" of the traffic's lengths while none is stated.
std::optional<double> longestLengthHeld(const Json& request, std::string_view pointer);

} // namespace strata
