// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/serving_query.h"

#include "core/evaluate/kinds/serving/serving_stages.h"

#include <nlohmann/json.hpp>

namespace strata {

Result<ServingQuery> resolveServing(const Json& request, const Library& library) {
    const Json& plan = servingMember(request, "plan");
    const auto hardware = servingHardwareOf(request, library);
    if (!hardware) return hardware.error();
    const auto model = servedModelOf(request, *hardware, library);
    if (!model) return model.error();
    const auto shards = servingShardsOf(request, *hardware, *model);
    if (!shards) return shards.error();
    const auto speculative = speculativePlanOf(plan, *model, library);
    if (!speculative) return speculative.error();
    const auto scheduler = schedulerOf(plan, *hardware, *shards, *speculative, library);
    if (!scheduler) return scheduler.error();
    const auto load = servingLoadOf(request, *model, *scheduler);
    if (!load) return load.error();
    const auto tiers = memoryTiersOf(plan, *hardware, *scheduler);
    if (!tiers) return tiers.error();
    const auto colocation = colocationPlanOf(plan, shards->graph, library);
    if (!colocation) return colocation.error();
    const auto pools = servingPoolsOf(plan, *hardware, *model, *speculative, shards->graph, *scheduler);
    if (!pools) return pools.error();
    const auto fleet = fleetPlanOf(plan, *pools);
    if (!fleet) return fleet.error();
    const auto tables = tablesPlanOf(plan, *hardware, *model, *speculative, *pools);
    if (!tables) return tables.error();
    return ServingQuery{*hardware, *model, *speculative, *pools,  *load,
                        *tiers,    *fleet, *colocation,  *tables, layerMethodsOf(plan)};
}

} // namespace strata
