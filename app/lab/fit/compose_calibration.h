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
/// output token is off, by distance: the engines are fitted again without each device, generation and vendor and
/// without each range of an engine's versions. Errors: those of readServingCases() and of the tables.
Result<hardware::Calibration> fitComposeServing(const std::filesystem::path& data, const Library& library,
                                                const Without& without);

/// What a fit does not see: all points of devices (their ids in the library), of a model (its id in the library), or of
/// one range of an engine's versions (compose::runtimeName()).
struct LeftOut {
    Without devices;
    std::string model;
    std::string runs;
};
/// The same; without `by_distance` errors of the fitted points stand for all, which takes a fraction of the time.
Result<hardware::Calibration> fitComposeServingWithout(const std::filesystem::path& data, const Library& library,
                                                       const LeftOut& without, bool by_distance = false);

} // namespace strata::assess
