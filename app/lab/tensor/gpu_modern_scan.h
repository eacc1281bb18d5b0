// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "app/lab/tensor/gpu_modern_attention_rows.h"

namespace strata::assess {

/// Calibration "gpu-scan": recurrent and chunked gated delta rule, from the peers' tables beside the folder. Errors:
/// "unreadable-file" without tables, those of the fit.
Result<hardware::Calibration> fitGpuScan(const std::filesystem::path& data, const Library& library,
                                         const Without& without);

/// The gated delta rule of the peers' tables, which stand beside the folder of the suite. Errors: "unreadable-file".
Result<ModernRows> readScanRows(const std::filesystem::path& folder, const Library& library);

/// Appends the scans to a report of the suite gpu-modern; none where the peers' tables are absent.
Result<void> addScanRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
