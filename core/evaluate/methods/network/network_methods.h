// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/system/collective_query.h"
#include "core/evaluate/method.h"

namespace strata::methods {

/// The methods of requests of kind `collective`.
Result<Estimate> estimateCollectiveAlphaBeta(const Request& request, const Context& context);
Result<Estimate> estimateCollectiveStep(const Request& request, const Context& context);
Result<Estimate> estimateCollectiveLink(const Request& request, const Context& context);
Result<Estimate> estimateCollectiveNccl(const Request& request, const Context& context);

/// latency_s with its interval, and the bandwidths that follow from it.
std::vector<Metric> collectiveMetrics(const CollectiveQuery& query, double seconds, double log_p10 = 0.0,
                                      double log_p90 = 0.0);

/// Levels one after the other: latency and bytes of each, which add up; where they overlap, the busiest one
/// and what it waits for.
Part collectiveParts(const CollectiveQuery& query, const network::CollectiveTime& time);

/// What each level does: ranks, algorithm, bytes, steps, time.
Table levelTable(const CollectiveQuery& query, const std::vector<network::DimensionPhase>& phases);

/// What one device sends over the links of a level, one direction, in `seconds`.
struct LevelLoad {
    std::string name;
    double bytes = 0.0;
    double bandwidth_bytes_per_s = 0.0;
    double busy_s = 0.0; ///< of the busiest link; 0: bytes / bandwidth
};
/// Table "links": bytes of one device over each level, and the share of the time for which they keep its links
/// busy.
Table linkTable(const std::vector<LevelLoad>& levels, double seconds);

/// Loads of a collective that passes the dimensions phase after phase.
std::vector<LevelLoad> phaseLoads(const CollectiveQuery& query, const std::vector<network::DimensionPhase>& phases);

/// A remark of level info.
Note collectiveNote(std::string code, Message text, std::string pointer = {});

/// Two parts: the same without bytes, and what the bytes add.
Part twoCollectiveParts(const CollectiveQuery& query, double seconds, double empty_s, Message bytes_formula);
/// The whole, without children.
Part collectiveRoot(const CollectiveQuery& query, double seconds);

/// Only network.link follows several collectives at once. Errors: "not-supported" with "/workload/jobs".
Result<void> checkAlone(const CollectiveQuery& query);

/// By the latency-bandwidth model.
Estimate alphaBetaEstimate(const CollectiveQuery& query);

} // namespace strata::methods
