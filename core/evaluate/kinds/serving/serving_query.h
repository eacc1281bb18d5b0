// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/request.h"
#include "core/gpu/sharing/colocation.h"
#include "core/hardware/cluster.h"
#include "core/network/nccl.h"
#include "core/serving/simulation/summary.h"
#include "core/serving/traffic/session_traffic.h"
#include "core/workload/graph.h"

#include <optional>

namespace strata {

/// How tokens are guessed ahead (plan.speculative).
struct SpeculativePlan {
    enum class Method { None, Draft, Ngram, Eagle, Medusa } method = Method::None;
    std::shared_ptr<const Json> model; ///< that drafts: of draft and eagle
    workload::GraphOptions graph;      ///< its types and shards
    serving::Speculation speculation;
    std::vector<double> acceptance; ///< by position, as stated
};

/// A group of users with a promise of its own.
struct Tenant {
    std::string name;
    serving::ServiceLevel level;
};

/// What the caches of prompts pass between two pools: rate of one sending replica.
struct LinkPlan {
    double bytes_per_s = 0; ///< of the link itself
    double share = 0;       ///< of it that large messages reach
    double setup_s = 0;
    bool layerwise = true;
    std::string name; ///< "NVLink", "infiniband", ...
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

/// Where caches go that do not stay in device memory.
struct MemoryTiers {
    double host_bytes_per_s = 0; ///< between a device and its host, one direction
    double store_bytes = 0;      ///< for cached prefixes beside those in device memory; 0: none
    double store_bytes_per_s = 0;
    bool store_shared = false; ///< by all replicas
    bool weighs_fetching = true; ///< what is computed again sooner than it comes is computed
};

/// Iteration times that come from somebody's tables (plan.operator_tables).
struct TablesPlan {
    std::string path, format; ///< empty: predicted by kernels
    double step_s = 0;        ///< host work of an iteration that the device waits for
};

/// A `serving` request with every name resolved; blocks of the KV cache are left to the method.
struct ServingQuery {
    GpuQuery device;                   ///< with a serving engine: vLLM where the hardware names none
    std::shared_ptr<const Json> model; ///< the resolved workload document
    workload::GraphOptions graph;      ///< types and shards of one rank
    serving::SimulationOptions options;
    serving::TrafficOptions traffic;
    std::string trace;   ///< file whose arrivals or lengths are replayed; empty: none
    bool replay = false; ///< its arrivals too, not its lengths alone
    serving::ServiceLevel level;
    SpeculativePlan speculative;
    serving::SessionOptions sessions;
    std::vector<Tenant> tenants;              ///< in the order of traffic.tenants
    std::optional<hardware::Cluster> cluster; ///< whose device this is, where the request names one
    std::shared_ptr<ServingQuery> decode;     ///< the decoding pool where it is apart; options and graph hold
    LinkPlan link;                            ///< between the pools
    MemoryTiers tiers;
    std::optional<ColocationPlan> colocation;
    double data_parallel = 1;                  ///< copies of attention that share the experts (plan.dp)
    std::optional<network::NcclGroup> experts; ///< the ranks of all of them
    double adapter_rank = 0;                   ///< of plan.lora
    TablesPlan tables;
    std::int32_t stated_budget = 0; ///< tokens of an iteration, where they were too few for a whole prompt; 0: enough
    double device_price_per_h = 0;  ///< 0: not stated
    std::optional<serving::VidurTrafficOptions> vidur; ///< traffic.vidur: in place of `traffic`
    double power_limit_w = 0;                          ///< of each board; 0: its own
    std::optional<double> request_s; ///< outside of the engine, as stated; else the runtime's where it is named
};

/// Errors point into the request. Reads no trace. Cheap enough for the window's thread.
Result<ServingQuery> resolveServing(const Json& request, const Library& library);

} // namespace strata
