// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/coefficients.h"

#include <algorithm>

namespace strata::system {

std::span<const std::string_view, kStepCoefficients> stepCoefficientNames() {
    static constexpr std::array<std::string_view, kStepCoefficients> kNames{"compute",
                                                                            "link",
                                                                            "exchange",
                                                                            "overlap",
                                                                            "gather_overlap",
                                                                            "slowdown",
                                                                            "layer_host_s",
                                                                            "message_s",
                                                                            "step_s",
                                                                            "experts_streamed",
                                                                            "experts_network",
                                                                            "attention",
                                                                            "attention_backward",
                                                                            "scores",
                                                                            "unaligned",
                                                                            "narrow",
                                                                            "expert_rows",
                                                                            "growth",
                                                                            "ported",
                                                                            "tensor_overlap"};
    return kNames;
}

std::array<double, kStepCoefficients> toArray(const StepCoefficients& c) {
    return {c.compute,
            c.link,
            c.exchange,
            c.overlap,
            c.gather_overlap,
            c.slowdown,
            c.layer_host_s,
            c.message_s,
            c.step_s,
            c.experts_streamed,
            c.experts_network,
            c.attention,
            c.attention_backward,
            c.scores,
            c.unaligned,
            c.narrow,
            c.expert_rows,
            c.growth,
            c.ported,
            c.tensor_overlap};
}

StepCoefficients toCoefficients(std::span<const double, kStepCoefficients> v) {
    return {v[0],  v[1],  v[2],  v[3],  v[4],  v[5],  v[6],  v[7],  v[8],  v[9],
            v[10], v[11], v[12], v[13], v[14], v[15], v[16], v[18], v[19], v[17]};
}

bool usuallyFused(const hardware::Gpu& gpu) { return gpu.matrixPeak(NumberType::Bf16) > 0.0; }

std::string jobClass(const TrainingJob& job) {
    const bool narrow = bytesOf(job.precision) < 2.0;
    return std::string(narrow ? "narrow" : "wide") + (job.model.moe.experts > 0.0 ? " sparse" : " dense");
}

std::string_view trainingDistance(const hardware::Calibration& calibration, std::string_view architecture,
                                  const TrainingJob& job) {
    const std::string name(architecture);
    if (calibration.find({{"architecture", name}, {"class", jobClass(job)}}) != nullptr) return "engine";
    return calibration.find({{"architecture", name}}) != nullptr ? "sibling" : "generation";
}

TrainingCalibration resolveTraining(std::span<const hardware::Calibration> calibrations, std::string_view architecture,
                                    const TrainingJob& job) {
    TrainingCalibration result;
    const auto found = std::find_if(calibrations.begin(), calibrations.end(),
                                    [](const auto& calibration) { return calibration.id == kTrainingCalibration; });
    if (found == calibrations.end()) return result;
    const std::string name(architecture);
    const std::string kind = jobClass(job);
    const hardware::CalibrationGroup* group = found->find({{"architecture", name}, {"class", kind}});
    result.measured = group != nullptr;
    if (group == nullptr) group = found->find({{"architecture", name}});
    const hardware::Coefficients& values = group != nullptr ? group->values : found->values;
    std::array<double, kStepCoefficients> all = toArray(result.values);
    const auto names = stepCoefficientNames();
    for (std::size_t i = 0; i < kStepCoefficients; ++i) {
        if (const auto value = values.find(names[i]); value != values.end()) all[i] = value->second;
    }
    result.values = toCoefficients(all);
    result.distance = trainingDistance(*found, architecture, job);
    const auto is = [](const hardware::Residual& residual, std::string_view key, std::string_view value) {
        const auto stated = residual.key.find(key);
        return stated != residual.key.end() && stated->second == value;
    };
    // Where nobody was left out at this distance, what publishers left out show at any.
    const auto of_distance = std::ranges::find_if(
        found->residuals, [&](const auto& residual) { return is(residual, "distance", result.distance); });
    const auto of_all =
        std::ranges::find_if(found->residuals, [&](const auto& residual) { return is(residual, "seen", "no"); });
    const auto taken = of_distance != found->residuals.end() ? of_distance : of_all;
    if (taken == found->residuals.end()) return result;
    result.log_p10 = taken->p10;
    result.log_p90 = taken->p90;
    return result;
}

} // namespace strata::system
