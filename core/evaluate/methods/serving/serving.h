// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/serving/serving_query.h"
#include "core/evaluate/method.h"
#include "core/evaluate/methods/serving/serving_engine.h"
#include "core/serving/simulation/life_parts.h"
#include "core/serving/simulation/timeline.h"

#include <array>

namespace strata::methods {

struct PreparedServing;

/// The method `serving.simulation`: requests of kind `serving`, iteration times by gpu.tile and composition.
Result<Estimate> estimateServing(const Request& request, const Context& context);

inline constexpr std::size_t kServingRows = 5000;      ///< of the table of requests: those that finish first
inline constexpr std::size_t kTimelineRows = 8192;     ///< of stages; longer runs are merged
inline constexpr std::size_t kLifeRows = 20000;        ///< segments of lives
inline constexpr std::size_t kDistributionRows = 1000; ///< steps of the cumulative distributions
/// The method `serving.steady-state`: the same requests by closed forms, for traffic known by its rate and lengths.
Result<Estimate> estimateSteadyState(const Request& request, const Context& context);

/// The method `serving.capacity`: the highest rate at which nine requests of ten keep plan.slo, by bisection over
/// simulations with common random numbers. Replications run side by side on the context's executor.
Result<Estimate> estimateCapacity(const Request& request, const Context& context);

/// Devices of all replicas of a plan, of both pools.
double devicesOf(const ServingQuery& query);

/// A finished simulation, as the writers of the estimate need it.
struct ServingAnswer {
    serving::Summary summary;
    serving::SimulationTotals totals{};
    std::vector<serving::RequestRecord> requests{}; ///< the first kServingRows that finish
    serving::TimelineLog timeline{kTimelineRows};
    serving::LifeLog lives{kLifeRows};
    serving::LifeSums parts{};
    std::vector<serving::Summary> tenants{};         ///< in the order of the query's
    double energy_j = 0;                             ///< of all devices, idle time included; 0: not modelled
    std::int64_t cache_places = 0, cache_tokens = 0; ///< of requests in iterations; 0 where nobody counted
};

/// Metrics, parts of the mean request and of that at the 99th percentile, tables. The answers are at the time, at the
/// short and at the long end of the 80 % interval of an iteration; tables and parts are those of the first.
void writeServing(const PreparedServing& prepared, const std::array<ServingAnswer, 3>& answers, const Library& library,
                  Estimate& estimate);

/// The distributions of the requests that have finished so far, and nothing else.
void writeServingPartial(const ServingAnswer& answer, Estimate& estimate);

/// Energy of iterations and of idle devices into the answer, where the device's is modelled.
void addEnergy(const PreparedServing& prepared, ServingAnswer& answer);
/// Why nothing can be served: the weights leave no room for a cache.
Note servingMisfit(const ServingQuery& query, const ServingMemory& memory);
/// Room for the caches of requests on each device.
Note cacheNote(double blocks, double block_tokens, double bytes);
/// What the numbers rest on, and what happened in the simulation.
void addServingNotes(const PreparedServing& prepared, const ServingAnswer& answer, Estimate& estimate);
/// Parts of e2e_s, e2e_p99_s and ttft_s.
void writeServingParts(const ServingAnswer& answer, Estimate& estimate);
/// percentiles, distribution, requests, timeline, lives, replicas.
void writeServingTables(const PreparedServing& prepared, const ServingAnswer& answer, Estimate& estimate);

} // namespace strata::methods
