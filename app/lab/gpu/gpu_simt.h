// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/gpu/gpu_rows.h"
#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-simt-matmul": bmm, linear and convolution on scalar lanes. Errors: those of readGpuRows() and of
/// the fit.
Result<hardware::Calibration> fitGpuSimtMatmul(const std::filesystem::path& data, const Library& library,
                                               const Without& without);
/// Its coefficients alone, from rows that were read (GpuFiles::Matmul): without residuals, which take a fit for each
/// device. Errors: those of the fit.
Result<hardware::Calibration> fitSimtCoefficients(const GpuData& data, const Library& library, const Without& without);

} // namespace strata::assess
