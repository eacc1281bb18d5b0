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
                                                                            "ported"};
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
            c.ported};
}

StepCoefficients toCoefficients(std::span<const double, kStepCoefficients> v) {
    return {v[0],  v[1],  v[2],  v[3],  v[4],  v[5],  v[6],  v[7],  v[8], v[9],
            v[10], v[11], v[12], v[13], v[14], v[15], v[16], v[18], v[17]};
}

bool usuallyFused(const hardware::Gpu& gpu) { return gpu.matrixPeak(NumberType::Bf16) > 0.0; }

std::string jobClass(const TrainingJob& job) {
    const bool narrow = bytesOf(job.precision) < 2.0;
    return std::string(narrow ? "narrow" : "wide") + (job.model.moe.experts > 0.0 ? " sparse" : " dense");
}

TrainingCalibration resolveTraining(std::span<const hardware::Calibration> calibrations, std::string_view architecture,
                                    const TrainingJob& job) {
    TrainingCalibration result;
    const auto found = std::find_if(calibrations.begin(), calibrations.end(),
                                    [](const auto& one) { return one.id == kTrainingCalibration; });
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
    for (const hardware::Residual& residual : found->residuals) {
        // A user's software stack is none of those that the fit has seen.
        const auto seen = residual.key.find("seen");
        if (seen == residual.key.end() || seen->second != "no") continue;
        result.log_p10 = residual.p10;
        result.log_p90 = residual.p90;
    }
    return result;
}

} // namespace strata::system
