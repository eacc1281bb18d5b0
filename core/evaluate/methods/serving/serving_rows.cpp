// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/serving/load_curve.h"
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/serving/inference.h"
#include "core/evaluate/methods/serving/serving.h"

namespace strata::methods {
namespace {

/// Kernels of the tile model, the runtime around them, and collectives between ranks.
std::vector<std::string_view> composedCalibrations() {
    std::vector<std::string_view> ids = modelCalibrations(tileCalibrations());
    ids.push_back("network-nccl");
    return ids;
}

Method singleBatchMethod() {
    return {.id = "serving.single",
            .kind = "inference",
            .layer = "serving",
            .platform = "GPU",
            .methodology = "analytical",
            .follows = "GenZ",
            .citation = "A. Bambhaniya et al., \"Demystifying Platform Requirements for Diverse LLM Inference Use "
                        "Cases\" (GenZ), "
                        "arXiv:2406.01698; iterations are composed from kernels of gpu.tile",
            .needs = "a GPU or a cluster of them, a transformer that decodes, lengths and a batch",
            .limits = "One batch of like requests enters together and has the engine for itself. Experts are as "
                      "popular as the skew says. Speculative decoding and prefixes in the cache are not computed.",
            .hardware = {EntryKind::Gpu, EntryKind::Cluster},
            .calibrations = composedCalibrations(),
            .estimate = estimateSingle};
}

Method simulationMethod() {
    return {.id = "serving.simulation",
            .kind = "serving",
            .layer = "serving",
            .platform = "GPU",
            .methodology = "simulation",
            .follows = "VIDUR",
            .citation =
                "A. Agrawal et al., \"VIDUR: A Large-Scale Simulation Framework for LLM Inference\", MLSys 2024; "
                "W. Kwon et al., \"PagedAttention\", SOSP 2023",
            .needs = "a GPU's datasheet, a transformer that decodes, traffic; iteration times come from gpu.tile and "
                     "composition, or from plan.operator_tables",
            .limits = "Iterations of one batch shape take the same time. Between the places at which kernels are "
                      "predicted, times are interpolated, which errs by up to 3 % (0.5 % on average). Stages of a "
                      "pipeline share layers evenly. Decode attention is computed at the mean context. The "
                      "acceptance of guesses is stated, not computed.",
            .lane = Lane::Batch,
            .cost = Cost::Seconds,
            .closed_form = false,
            .meanwhile = "serving.steady-state",
            .reads_files = true,
            .calibrations = composedCalibrations(),
            .estimate = estimateServing};
}

Method steadyStateMethod() {
    return {
        .id = "serving.steady-state",
        .kind = "serving",
        .layer = "serving",
        .platform = "GPU",
        .methodology = "analytical",
        .follows = "queueing theory",
        .citation = "J. D. C. Little, Operations Research 9(3), 1961; H. Sakasegawa, Ann. Inst. Stat. Math. 29, 1977; "
                    "iterations are composed from kernels of gpu.tile",
        .needs = "a GPU's datasheet or plan.operator_tables, a transformer that decodes, traffic by rate and lengths",
        .limits = "The method tells means and no percentiles. It knows the policies chunked-prefill and "
                  "stall-free, and neither eviction nor pipelines nor traces. Near saturation, and with fewer "
                  "requests than run at a time, the steady state is not reached.",
        .alone_tells = {kSaturationMetric},
        .reads_files = true,
        .calibrations = composedCalibrations(),
        .estimate = estimateSteadyState};
}

Method capacityMethod() {
    return {.id = "serving.capacity",
            .kind = "serving",
            .layer = "serving",
            .platform = "GPU",
            .methodology = "simulation",
            .follows = "DistServe",
            .citation = "goodput as in Y. Zhong et al., \"DistServe\", OSDI 2024: the highest rate at which 90 % of "
                        "the requests "
                        "keep their service level; iterations and scheduling as in serving.simulation",
            .needs = "what serving.simulation needs, and plan.slo",
            .limits = "The limits of serving.simulation hold. Runs double until the rate moves by less than 2 %, up "
                      "to plan.capacity.longest_run requests.",
            .lane = Lane::Batch,
            .cost = Cost::Seconds,
            .closed_form = false,
            .alone_tells = {kCapacityMetric},
            .reads_files = true,
            .calibrations = composedCalibrations(),
            .estimate = estimateCapacity};
}

} // namespace

std::vector<Method> servingMethods() {
    return {singleBatchMethod(), simulationMethod(), steadyStateMethod(), capacityMethod()};
}

} // namespace strata::methods
