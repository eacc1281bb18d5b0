// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/serving/serving_query.h"

namespace strata {

/// Members of a `serving` plan that are off where they are absent.
Field speculativeField();
Field disaggregatedField();
Field failuresField();
Field autoscalingField();
Field offloadField();
Field loraField();
Field colocatedField();
Field operatorTablesField();
Field capacityField();
/// Members of its traffic.
Field vidurTrafficField();
Field sessionsField();
Field tenantsField(ObjectSchema lengths, ObjectSchema level);

/// plan.speculative. Errors point into it; "bad-value" where the draft model is no decoder.
Result<SpeculativePlan> readSpeculative(const Json& plan, const ServingQuery& query, const Library& library);

/// Traffic with its tenants and sessions; query.level and query.model are read before.
Result<void> readServingTraffic(const Json& traffic, std::uint64_t seed, ServingQuery& query);
/// Errors: "missing" for a percentile of a limit that is not stated.
Result<serving::ServiceLevel> readServiceLevel(const Json& slo, const std::string& pointer);
/// A member, or an empty object.
const Json& servingMember(const Json& document, const char* key);

/// The GPU, or the device of a cluster with the links that join it to its peers.
Result<void> resolveServingDevice(const Json& request, const Library& library, ServingQuery& query);
/// plan.ep: whole experts on the ranks of a layer instead of a shard of each.
Result<void> spreadExperts(const Json& plan, ServingQuery& query, Json& types);
/// Pools, failures, autoscaling, memory tiers, adapters, power limit: after everything else.
Result<void> readFleet(const Json& request, ServingQuery& query, const Library& library);

/// plan.operator_tables, after everything else: what cannot be told from tables of one model is refused.
Result<void> readTablesPlan(const Json& plan, ServingQuery& query);
/// traffic.vidur and scheduler.vidur_compatible.
Result<void> readVidur(const Json& request, ServingQuery& query);

/// Types and shards of a second model that runs on the same ranks; one rank where its heads do not divide.
Result<workload::GraphOptions> besideGraph(const Json& model, workload::GraphOptions options, std::string_view pointer);

/// A decoder transformer of the catalog, or inline. Errors: "bad-value" for other models.
Result<std::shared_ptr<const Json>> resolveDecoder(const Json& reference, std::string_view pointer,
                                                   const Library& library);

} // namespace strata
