// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-moe": fused experts. Shapes that heldOut() names take no part, nor do defects of the data. Errors:
/// "unreadable-file" without tables, those of the fit.
Result<hardware::Calibration> fitGpuMoe(const std::filesystem::path& data, const Library& library,
                                        const Without& without);

/// Appends the expert kernels of the folder to a report of the suite gpu-modern. Errors: as above.
Result<void> addMoeRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
