// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/gpu/gpu_rows.h"
#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-vector": elementwise operators, softmax and norms. Errors: those of readGpuRows() and of the fit.
Result<hardware::Calibration> fitGpuVector(const std::filesystem::path& data, const Library& library,
                                           const Without& without);
/// Its coefficients alone, from rows that were read (GpuFiles::Vector): without residuals, which take a fit for each
/// device. Errors: those of the fit.
Result<hardware::Calibration> fitVectorCoefficients(const GpuData& data, const Without& without);

} // namespace strata::assess
