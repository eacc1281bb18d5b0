// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/compose.h"
#include "core/evaluate/kinds/serving/serving_query.h"
#include "core/evaluate/methods/lower/lower_layers.h"
#include "core/evaluate/methods/serving/serving_imported.h"
#include "core/serving/tables/analytic_tables.h"
#include "core/serving/tables/extra_time.h"

#include <memory>
#include <optional>
#include <span>

namespace strata::methods {

/// Memory of one rank of a serving engine, in bytes.
struct ServingMemory {
    double weight_bytes = 0;          ///< of the model
    double draft_weight_bytes = 0;    ///< of what guesses tokens
    double neighbour_bytes = 0;       ///< of another model on the same device
    double adapter_bytes = 0;         ///< of those in memory together
    double cache_bytes_per_token = 0; ///< with its share of the states that blocks of a prefix cache keep
    double state_bytes = 0;           ///< of the recurrent layers of one request
    double state_blocks = 0;          ///< that it takes beside its tokens
    double available_bytes = 0;       ///< for the KV cache
    double blocks = 0;
    compose::MemoryFit fit; ///< without the cache
};

/// What a request spends outside of the engine.
struct RequestWay {
    double request_s = 0, per_token_s = 0; ///< and more for each token of the prompt
};
/// As stated, or as calibrated for the runtime that the hardware names. Nothing with tables of operators and in VIDUR's
/// form, which do not have it.
RequestWay wayOf(const ServingQuery& query, const compose::RuntimeCosts& costs);

/// What engines are built with.
struct EngineContext {
    const compose::RuntimeCosts& costs;
    std::span<const hardware::Calibration> calibrations;
    const compose::KernelPredictor& predict;
    const LowerLayers& below;
};

/// One copy of the model: its memory and the times of its iterations.
struct ServingEngine {
    ServingMemory memory;
    double ratio_low = 1, ratio_high = 1;            ///< 80 % interval of an iteration around its time
    compose::Interval first_tokens{1, 1};            ///< the same of times to the first token, at least
    std::unique_ptr<serving::AnalyticTables> tables; ///< of the model, by kernels and communication too
    serving::EngineTableOptions options;
    std::unique_ptr<serving::StepTime> model;
    std::unique_ptr<serving::StepTime> draft;  ///< where a model guesses tokens
    serving::MeasuredLine heads;               ///< where heads do, by sequences
    std::unique_ptr<serving::StepTime> energy; ///< joules of one rank; null where the device's are not modelled
    std::unique_ptr<serving::StepTime> draft_energy;
    serving::ExtraCosts extra;
    double ranks = 1;                                 ///< devices of a replica
    double idle_w = 0;                                ///< of each
    double decode_slowdown = 1, prefill_slowdown = 1; ///< by a neighbour
    double neighbour_s = 0, neighbour_slowdown = 1;   ///< its decode step alone, and by how much ours stretches it
    std::optional<ImportedFacts> imported;            ///< where iterations come from tables of somebody else
    const serving::StepTime* alone = nullptr;         ///< part of `model`; null: `tables` tell iterations
};

/// Bytes of one low-rank adapter on one rank, and the time of its products by tokens of an iteration: two for
/// each of QKV, attention output, gate with up, and down (Punica: Chen et al., MLSys 2024); of a mixture of
/// experts only those of attention.
double adapterBytes(const ServingQuery& query, const ServingPool& pool);
serving::MeasuredLine adapterLine(const ServingQuery& query, const ServingPool& pool, double most_tokens,
                                  const compose::KernelPredictor& predict);

/// The predictor on boards with a lowered power limit; the same where plan.power_limit_w states none.
compose::KernelPredictor limitedPredictor(const ServingQuery& query, compose::KernelPredictor predict,
                                          std::span<const hardware::Calibration> calibrations);

/// Blocks of the KV cache that one rank has room for beside the weights and the workspace of the largest
/// iteration; the smallest stage of a pipeline has the share of an even split. A draft model keeps its own
/// cache of every token.
ServingMemory planServingMemory(const ServingQuery& query, const ServingPool& pool, const compose::RuntimeCosts& costs);

/// Tables and times for requests of up to `longest` tokens. Errors: those of the graphs and of imported tables.
Result<ServingEngine> buildServingEngine(const ServingQuery& query, const ServingPool& pool,
                                         const ServingMemory& memory, double longest, const EngineContext& context);

} // namespace strata::methods
