// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"
#include "core/evaluate/methods/serving_engine.h"
#include "core/evaluate/serving_query.h"

#include <array>

namespace strata::methods {

/// The method `serving.simulation`: requests of kind `serving`, iteration times by gpu.tile and composition.
Result<Estimate> estimateServing(const Request& request, const Context& context);

/// A finished simulation, as the writers of the estimate need it.
struct ServingAnswer {
    serving::Summary summary;
    serving::SimulationTotals totals;
    std::vector<serving::RequestRecord> requests;     ///< the first kServingRows that finish
    std::vector<serving::IterationRecord> iterations; ///< the first kServingRows
};
inline constexpr std::size_t kServingRows = 5000;

/// Metrics, parts of the mean request, tables. The answers are at the time, at the short and at the long end
/// of the 80 % interval of an iteration.
void writeServing(const ServingQuery& query, const std::array<ServingAnswer, 3>& answers, Estimate& estimate);

/// Why nothing can be served: the weights leave no room for a cache.
Note servingMisfit(const ServingQuery& query, const ServingMemory& memory);
/// What the numbers rest on, and what happened in the simulation.
void addServingNotes(const ServingQuery& query, const ServingAnswer& answer, const ServingMemory& memory,
                     Estimate& estimate);

} // namespace strata::methods
