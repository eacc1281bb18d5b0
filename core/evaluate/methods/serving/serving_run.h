// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/methods/serving/serving.h"
#include "core/evaluate/methods/serving/serving_engine.h"

#include <optional>
#include <vector>

namespace strata::methods {

/// The engines of a request: of all replicas, or of the two pools.
struct ServingEngines {
    ServingEngine prompts;
    std::optional<ServingEngine> decode;
};

/// A `serving` request up to its simulation: names resolved, traces and tables read, memory planned, iterations timed.
/// Simulations read it only, so that several may run side by side.
struct PreparedServing {
    ServingQuery query;
    serving::SimulationOptions options; ///< of its pools, with budgets and memory as planned
    std::vector<serving::Arrival> trace;
    std::size_t passed_over = 0; ///< conversations of the trace that hold no request
    std::size_t unanswered = 0;  ///< requests of the trace without output
    ServingEngines engines;
    LowerLayers below;
    double longest = 2; ///< tokens of the longest request
    std::vector<CalibrationUse> calibrations;
    std::optional<Note> misfit; ///< why it cannot exist; nothing more is prepared then
};

/// Errors: that of the query, those of traces and tables, "not-supported" for arithmetic that the device lacks.
Result<PreparedServing> prepareServing(Result<ServingQuery> resolved, const Context& context);

/// One run with all iterations `ratio` times as long. `load` is that of the request, or differs from it in the seed,
/// the rate and the length of its traffic. With `alone`, what happened is kept for tables and parts, and
/// context.progress is told; else the answer has its summary alone. Errors: those of serving::simulate().
Result<ServingAnswer> simulateServing(const PreparedServing& prepared, const ServingLoad& load, double ratio,
                                      const Context& context, const serving::AloneTime* alone);

/// Tokens that an engine takes of a lonely prompt at a time: it cuts even that where its policy does.
double loneChunk(const PreparedServing& prepared);

} // namespace strata::methods
