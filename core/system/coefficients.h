// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"
#include "core/system/step_time.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace strata::system {

inline constexpr std::string_view kTrainingCalibration = "training";

/// Names of StepCoefficients in calibration files, in its order.
inline constexpr std::size_t kStepCoefficients = 20;
std::span<const std::string_view, kStepCoefficients> stepCoefficientNames();
std::array<double, kStepCoefficients> toArray(const StepCoefficients& coefficients);
StepCoefficients toCoefficients(std::span<const double, kStepCoefficients> values);

/// Whether attention of training runs is usually fused on the device: its kernels need tensor cores that multiply bf16
/// (T. Dao, FlashAttention-2, ICLR 2024, section 3).
bool usuallyFused(const hardware::Gpu& gpu);

/// "narrow sparse": whether linear layers run below 16 bits, and whether the model is a mixture of experts.
std::string jobClass(const TrainingJob& job);

/// How far a step is from those of the fit, as gpu::name(gpu::Distance) says it: "engine" where other people measured
/// this class of jobs on this architecture, "sibling" where they measured other jobs on it, else "generation". A user's
/// software is none that the fit has seen, so that nothing is "same".
std::string_view trainingDistance(const hardware::Calibration& calibration, std::string_view architecture,
                                  const TrainingJob& job);

/// Coefficients of a device's architecture and a class of jobs; of all where they were not measured.
struct TrainingCalibration {
    StepCoefficients values;
    bool measured = false;               ///< on this architecture with this class of jobs
    double log_p10 = 0.0, log_p90 = 0.0; ///< of ln(measured / predicted), of publishers left out at this distance
    std::string_view distance;           ///< to what was measured: see trainingDistance()
};
TrainingCalibration resolveTraining(std::span<const hardware::Calibration> calibrations, std::string_view architecture,
                                    const TrainingJob& job);

} // namespace strata::system
