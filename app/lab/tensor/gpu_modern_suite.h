// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Suite "gpu-modern": kernels, board power and serving points of modern stacks. A part whose tables a folder
/// has not is left out; a folder without any is refused ("unreadable-file"). Other errors: those of the
/// tables.
Result<SuiteReport> runGpuModernSuite(const SuiteOptions& options);

} // namespace strata::assess
