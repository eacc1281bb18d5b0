// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-vector": elementwise operators, softmax and norms. Errors: those of readGpuRows() and of the fit.
Result<hardware::Calibration> fitGpuVector(const std::filesystem::path& data, const Library& library,
                                           const Without& without);

} // namespace strata::assess
