// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-attention": prefill, decode and MLA. Shapes that heldOut() names take no part, nor do defects of
/// the data. Errors: those of readAttentionRows() and of the fit.
Result<hardware::Calibration> fitGpuAttention(const std::filesystem::path& data, const Library& library,
                                              const Without& without);

/// Appends the attention kernels of the folder to a report of the suite gpu-modern. Errors: those of
/// readAttentionRows().
Result<void> addAttentionRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
