// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-tensor-matmul": matrix products on tensor cores and the kernels that quantize for them,
/// one group of coefficients for each device, engine and format. Errors: those of readGemmRows() and of the
/// fit.
Result<hardware::Calibration> fitGpuTensorMatmul(const std::filesystem::path& data, const Library& library,
                                                 const Without& without);

/// Appends products and quantizers of the folder to a report of the suite gpu-modern. Errors: those of
/// readGemmRows().
Result<void> addGemmRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
