// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/builtin_methods.h"
#include "core/evaluate/methods/system/system_methods.h"
#include "core/system/coefficients.h"

namespace strata::methods {
namespace {

std::vector<std::string_view> stepCalibrations() {
    std::vector<std::string_view> ids = modelCalibrations(tileCalibrations());
    ids.insert(ids.end(), {"network-nccl", system::kTrainingCalibration});
    return ids;
}

} // namespace

std::vector<Method> systemMethods() {
    return {
        {.id = "system.analytic",
         .kind = "training",
         .layer = "system",
         .platform = "GPU",
         .methodology = "analytical",
         .follows = "Calculon",
         .citation = "D. Narayanan et al., SC 2021; V. Korthikanti et al., MLSys 2023; S. Rajbhandari et al., SC 2020",
         .needs = "a cluster of GPUs, a decoder, and the degrees of a plan",
         .limits = "A slower stage is slower in everything but its messages. Lengths of the responses of a rollout are "
                   "log-normal, and its places and decode steps follow the mean cache. The software is that of the "
                   "measured runs, whose releases differ by a factor of 1.4.",
         .calibrations = stepCalibrations(),
         .estimate = estimateTraining},
        {.id = "system.pipeline",
         .kind = "training",
         .layer = "system",
         .platform = "GPU",
         .methodology = "simulation",
         .follows = "Megatron-LM",
         .citation = "D. Narayanan et al., SC 2021; P. Qi et al., ICLR 2024 (ZB-H1)",
         .needs = "a cluster of GPUs, a decoder, and the degrees of a plan",
         .limits = "All passes of a stage take the same time. Gradients are synchronised behind the last stage, less "
                   "what is hidden by the closed form.",
         .closed_form = false,
         .calibrations = stepCalibrations(),
         .estimate = estimateTrainingPipeline}};
}

} // namespace strata::methods
