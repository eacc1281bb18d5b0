// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/serving/serving_query.h"

namespace strata {

// The stages of a `serving` request, in their order. Each returns a part of the query and changes nothing. Errors point
// into the request.

/// The GPU, or the device of a cluster with the links that join it to its peers; the engine that serves on it; the
/// power limit.
Result<ServingHardware> servingHardwareOf(const Json& request, const Library& library);

/// The decoder transformer, with whole experts on the ranks of a layer instead of a shard of each where the plan says
/// so.
Result<ServedModel> servedModelOf(const Json& request, const ServingHardware& hardware, const Library& library);

/// Types and shards of one rank, and what they take of its memory for one token.
struct ServingShards {
    workload::GraphOptions graph;
    workload::MemoryDemand memory;
};
Result<ServingShards> servingShardsOf(const Json& request, const ServingHardware& hardware, const ServedModel& model);

/// plan.speculative. Errors: "bad-value" where the draft model is no decoder.
Result<SpeculativePlan> speculativePlanOf(const Json& plan, const ServedModel& model, const Library& library);

/// Policy and limits: as stated, else the engine's own.
Result<serving::SchedulerOptions> schedulerOf(const Json& plan, const ServingHardware& hardware,
                                              const ServingShards& shards, const SpeculativePlan& speculative,
                                              const Library& library);

/// Traffic with its tenants and sessions, and the service level.
Result<ServingLoad> servingLoadOf(const Json& request, const ServedModel& model,
                                  const serving::SchedulerOptions& scheduler);

/// Where caches go. Errors: "missing" where the rate to the host is needed and not known.
Result<MemoryTiers> memoryTiersOf(const Json& plan, const ServingHardware& hardware,
                                  const serving::SchedulerOptions& scheduler);

/// The other model on the same devices; nothing where there is none.
Result<std::optional<ColocationPlan>> colocationPlanOf(const Json& plan, const workload::GraphOptions& graph,
                                                       const Library& library);

/// One pool, or the two of plan.disaggregated with the link between them.
Result<ServingPools> servingPoolsOf(const Json& plan, const ServingHardware& hardware, const ServedModel& model,
                                    const SpeculativePlan& speculative, const workload::GraphOptions& graph,
                                    const serving::SchedulerOptions& scheduler);

/// Router, failures, autoscaling, adapters, price.
Result<FleetPlan> fleetPlanOf(const Json& plan, const ServingPools& pools);

/// plan.operator_tables. Errors: "not-supported" for what cannot be told from tables of one model.
Result<TablesPlan> tablesPlanOf(const Json& plan, const ServingHardware& hardware, const ServedModel& model,
                                const SpeculativePlan& speculative, const ServingPools& pools);

// What several stages use.

/// A member, or an empty object.
const Json& servingMember(const Json& document, const char* key);
/// Errors: "missing" for a percentile of a limit that is not stated.
Result<serving::ServiceLevel> readServiceLevel(const Json& slo, const std::string& pointer);
/// Types and shards of a second model that runs on the same ranks; one rank where its heads do not divide.
Result<workload::GraphOptions> besideGraph(const Json& model, workload::GraphOptions options, std::string_view pointer);
/// A decoder transformer of the catalog, or inline. Errors: "bad-value" for other models.
Result<std::shared_ptr<const Json>> resolveDecoder(const Json& reference, std::string_view pointer,
                                                   const Library& library);

} // namespace strata
