// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration.h"
#include "core/system/step_time.h"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace strata::system {

inline constexpr std::string_view kTrainingCalibration = "training";

/// Names of StepCoefficients in calibration files, in its order.
inline constexpr std::size_t kStepCoefficients = 12;
std::span<const std::string_view, kStepCoefficients> stepCoefficientNames();
std::array<double, kStepCoefficients> toArray(const StepCoefficients& coefficients);
StepCoefficients toCoefficients(std::span<const double, kStepCoefficients> values);

/// "narrow sparse": whether linear layers run below 16 bits, and whether the model is a mixture of experts.
std::string jobClass(const TrainingJob& job);

/// Coefficients of a device's architecture and a class of jobs; of all where they were not measured.
/// `source`: whose software stack, empty for any.
struct TrainingCalibration {
    StepCoefficients values;
    bool measured = false;               ///< on this architecture with this class of jobs
    double log_p10 = 0.0, log_p90 = 0.0; ///< of ln(measured / predicted)
};
TrainingCalibration resolveTraining(std::span<const hardware::Calibration> calibrations, std::string_view architecture,
                                    const TrainingJob& job, std::string_view source = {});

} // namespace strata::system
