// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "app/lab/tensor/gpu_modern_points.h"
#include "core/compose/runtime_costs.h"
#include "core/serving/simulation/summary.h"
#include "core/workload/graph.h"

#include <memory>

namespace strata::assess {

/// An engine under a load whose outcome somebody measured, to be simulated with iteration times by gpu.tile.
struct EngineCase {
    hardware::Gpu gpu;                 ///< its engine is the one that ran
    std::shared_ptr<const Json> model; ///< as one rank holds it
    workload::GraphOptions options;    ///< of that rank
    std::int32_t stages = 1;
    compose::RuntimeCosts costs;                 ///< of its engine
    bool static_memory = false;                  ///< its share of the memory is for weights and cache alone
    std::string_view policy = "chunked-prefill"; ///< of schedulerPolicies()
    bool ahead = false;                          ///< chooses an iteration while the one before it runs
    std::int32_t look_every = 1;                 ///< decoding iterations between two looks at who has come
    std::int32_t max_batch = 256, token_budget = 8192;
    serving::TrafficOptions traffic; ///< Closed, Static or any other process
};

/// What a simulation says of it, and the 80 % interval of an iteration around its time.
struct EngineOutcome {
    serving::Summary summary;
    serving::SimulationTotals totals;
    double ratio_low = 1, ratio_high = 1;
};

/// Blocks of the KV cache are what the engine's share of the memory leaves. Errors: "not-modelled" where the
/// weights do not fit; those of analyticTables() and simulate().
Result<EngineOutcome> simulateEngine(const EngineCase& engine_case,
                                     std::span<const hardware::Calibration> calibrations);

/// Mean times of one measured point.
struct FirstTokens {
    double ttft_s = 0, tpot_s = 0;
    double engine_s = 0;      ///< of ttft_s: without the request's way to the scheduler and back
    double prompt_tokens = 0; ///< mean
    double ratio_low = 1, ratio_high = 1;
};

/// A closed loop under the source's protocol. Errors: those of simulateEngine().
Result<FirstTokens> firstTokens(const ServingCase& serving_case, std::span<const hardware::Calibration> calibrations);

/// The same with other costs of the runtime.
Result<FirstTokens> firstTokensAt(const ServingCase& serving_case, const compose::RuntimeCosts& costs,
                                  std::span<const hardware::Calibration> calibrations);

/// Mean times to the first token of measured points with a steady concurrency. Errors: those of readServingCases().
Result<void> addFirstTokenRows(const SuiteOptions& options, SuiteReport& report, const CaseFilter& wanted = {});

/// Throughput and first-token times of published tables: static batches by serving.single, offline queues by
/// simulation. Errors: those of the table.
Result<void> addPublishedRows(const SuiteOptions& options, SuiteReport& report);

/// The suite `serving-points`: the folders gpu_modern and serving_published of the reference data, or either.
Result<SuiteReport> runServingPointsSuite(const SuiteOptions& options);

/// Suite "serving-asked": the same points as requests of kind serving that name no more than a user knows. Errors:
/// those of readServingCases().
Result<SuiteReport> runServingAskedSuite(const SuiteOptions& options);

} // namespace strata::assess
