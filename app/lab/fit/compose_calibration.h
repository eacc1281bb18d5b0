// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "compose-models": what PyTorch adds to its kernels, from whole FP32 models, and how far models are off.
/// Kernels come from the library's calibrations. Errors: those of readModelCases(), "bad-value" without cases.
Result<hardware::Calibration> fitComposeModels(const std::filesystem::path& data, const Library& library,
                                               const Without& without);

/// Calibration "compose-serving": all-reduce kernels and the step costs of serving engines, from sums of measured
/// kernels, what they hide of fused experts, what a request waits for outside of their iterations, and how far time per
/// output token is off. Errors: those of readServingCases() and of the tables.
Result<hardware::Calibration> fitComposeServing(const std::filesystem::path& data, const Library& library,
                                                const Without& without);

/// What a fit does not see: all points of devices (their ids in the library), or of a model (its id in the library).
struct LeftOut {
    Without devices;
    std::string model;
};
Result<hardware::Calibration> fitComposeServingWithout(const std::filesystem::path& data, const Library& library,
                                                       const LeftOut& without);

} // namespace strata::assess
