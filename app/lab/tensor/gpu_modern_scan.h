// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-scan": recurrent and chunked gated delta rule, from the peers' tables beside the folder. Errors:
/// "unreadable-file" without tables, those of the fit.
Result<hardware::Calibration> fitGpuScan(const std::filesystem::path& data, const Library& library,
                                         std::string_view without_device);

/// Appends the scans to a report of the suite gpu-modern; none where the peers' tables are absent.
Result<void> addScanRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
