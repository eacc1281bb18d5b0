// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/compose/compose.h"
#include "core/serving/tables/engine_tables.h"

#include <functional>
#include <span>

namespace strata::serving {

/// What the iteration time of a model on a device is computed from.
struct AnalyticInput {
    const hardware::Gpu& gpu;
    const Json& model;              ///< a transformer
    workload::GraphOptions options; ///< types and shards of one rank; phase, batch and lengths are chosen here
    const compose::RuntimeCosts& costs;
    std::span<const hardware::Calibration> calibrations;
    compose::KernelPredictor predict;
    double max_batch = 128, max_tokens = 4096, token_budget = 8192;
    double checked = 1; ///< tokens of a decoding sequence in one pass: above 1 where tokens are guessed
    /// Copies of attention, all as busy as this one, whose tokens the experts here serve as well, and seconds
    /// of an all-to-all between all ranks of the experts by the bytes that one of them holds.
    double data_parallel = 1;
    std::function<double(double)> all_to_all{};
    /// Seconds of an all-reduce between the ranks of tensor parallelism by its bytes, in place of the engine's own;
    /// empty: that one.
    std::function<double(double)> all_reduce{};
};

/// Tables of an engine that nobody profiled, made from kernels.
struct AnalyticTables {
    EngineTables tables; ///< whole model: use with layers = 1
    EngineTables energy; ///< the same in joules of one rank, as its board draws them; all 0 where not modelled
    double ratio_low = 1, ratio_high = 1; ///< 80 % interval of an iteration around its time
    MeasuredLine kernels, communication;  ///< shares of tables.layer, at the same places
    double head_kernels_s = 0;            ///< share of tables.per_sequence at one sequence
};

/// The tables that a profile of the device would give, by kernel predictor and composition, at places spaced
/// by powers of two: token-wise kernels with the host's work and the collectives of tensor parallelism,
/// attention of prompts and of decodes, LM head and sampling. Iterations between these places differ by 3 % at
/// most, 0.5 % in the mean, from the same kernels predicted there (tests/unit/evaluate/serving/iteration_tables_test).
/// Errors: those of buildGraph().
Result<AnalyticTables> analyticTables(const AnalyticInput& input);

} // namespace strata::serving
