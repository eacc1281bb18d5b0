// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/compose/serving_step.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace strata::assess {

/// A measured serving point: the median of its repeats.
struct ServingCase {
    std::string id;                       ///< file and line of the first repeat
    std::string model;                    ///< as the data name it
    std::string precision;                ///< of matrix products: "bfloat16", "fp8", "fp8_block", "nvfp4"
    hardware::Gpu gpu;                    ///< its engine is the backend
    workload::ModelGraph decode;          ///< of the whole batch, at mean context
    workload::ModelGraph prefill;         ///< of one prompt
    compose::ServingLoad load;            ///< its batch is what runs at once: no more than the cache holds
    double cache_bytes = 0;               ///< of one of its sequences, on one rank
    double offered_batch = 0;             ///< requests that the load keeps in flight
    double measured_s = 0;                ///< time per output token
    double measured_ttft_s = 0;           ///< to the first token; 0: not stated
    std::string version, measured_on;     ///< of the engine; year, month and day, or nothing
    std::string source;                   ///< whose measurement it is, as the data name it
    std::shared_ptr<const Json> document; ///< the model as one rank holds it
    workload::GraphOptions options;       ///< of that rank
    bool experts = false;                 ///< a mixture of experts
    double memory_share = 0;         ///< of the device's memory, for weights and cache; 0: as the engine does by itself
    bool published_protocol = false; ///< how its load was made is known
    bool in_step = false;            ///< users have requests of equal lengths, so that they begin and end together
    bool hides_host_work = false;    ///< of the next iteration, behind the device's
};

/// Rows that cannot be what they say. Of requests in flight as many decode as time to the first token leaves
/// (Little 1961); where fewer than half of those that fit did, a limit of the engine decides, which rows do not state.
/// Errors: "not-modelled" with what does not agree.
Result<void> checkCase(const ServingCase& serving_case);

/// Name of the distance of the case's device and runtime to those that the engines' coefficients were fitted to.
std::string servingDistance(const ServingCase& serving_case, std::span<const hardware::Calibration> calibrations);

/// What the case's runtime adds to its kernels.
compose::RuntimeCosts costsOf(const ServingCase& serving_case, std::span<const hardware::Calibration> calibrations);

/// Which cases to read: those of dense models, to which coefficients are fitted, or also mixtures of experts.
enum class ServingModels { Dense, All };

/// Sums of measured kernels of one case, as e2e_composition gives them, in seconds.
struct MeasuredStep {
    double kernels_s = 0, elementwise_s = 0, prefill_s = 0;
    double attention_s = 0; ///< the part of kernels_s that grows with the sequences that run
    double experts_s = 0;   ///< the part that reads the experts' weights
};

/// Measured serving points of a folder.
struct ServingCases {
    std::vector<ServingCase> cases;
    std::vector<std::optional<MeasuredStep>> measured; ///< of each case, where all its kernels were measured
    std::vector<Refusal> refused;
    std::size_t contradict = 0; ///< of those refused: their latencies contradict their load, see checkCase()
    std::size_t disorder = 0;   ///< of those refused: their series contradicts itself, see refuseDisorder()
};

/// Series of rows that contradict themselves in order: tokens come much sooner where more sequences share the same
/// ranks. They go to what is refused.
void refuseDisorder(ServingCases& read);

/// Reads e2e_points and e2e_composition of a folder and builds the graphs under the engines' memory rules. No cases
/// where the file is absent. Coefficients are fitted to dense models. Errors: those of the tables.
Result<ServingCases> readServingCases(const std::filesystem::path& folder, const Library& library,
                                      ServingModels models = ServingModels::Dense);

/// Time per output token by kernels of gpu.tile.
compose::ComposedTime composeServingCase(const ServingCase& serving_case, const compose::RuntimeCosts& costs,
                                         std::span<const hardware::Calibration> calibrations);

/// Measured kernels of a decode step with the sequences that run.
double measuredKernelSeconds(const ServingCase& serving_case, const MeasuredStep& step);

/// composeServingCase() from measured kernel sums: what a step adds to them is the model's.
double measuredTablesSeconds(const ServingCase& serving_case, const MeasuredStep& step,
                             const compose::RuntimeCosts& costs);

/// Which cases to answer; empty: all.
using CaseFilter = std::function<bool(const ServingCase&)>;

/// Answers every case by "gpu.tile" and, where there are sums of measured kernels, by "gpu.table"; options.method
/// chooses one. Groups: model, device, engine, precision, tp and distance. Errors: those of readServingCases().
Result<void> addServingRows(const SuiteOptions& options, SuiteReport& report);
Result<void> addServingRowsOf(ServingModels models, const SuiteOptions& options, SuiteReport& report,
                              const CaseFilter& wanted = {});

} // namespace strata::assess
