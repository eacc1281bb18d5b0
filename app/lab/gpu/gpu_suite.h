// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/gpu/predictor.h"

namespace strata::assess {

/// What methods need besides the device: gpu.wave-scaling scales from the first other device of the data.
gpu::PredictorInputs suiteInputs(std::span<const hardware::Gpu> devices, const hardware::Gpu& target);

/// FP32 kernels (bmm, linear, conv, vector operators), each timed alone, and whole models. Groups: op, device, split,
/// dtype and seen ("yes" where the coefficients were fitted to this device). Errors: those of readGpuRows().
Result<SuiteReport> runGpuSuite(const SuiteOptions& options);

} // namespace strata::assess
