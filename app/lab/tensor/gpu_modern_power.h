// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibration "gpu-power": energies of arithmetic and traffic and the idle share, from measured board power
/// of kernels whose durations gpu.tile predicts. A fifth of the shapes is held out. Errors: those of the
/// table and of the fit.
Result<hardware::Calibration> fitGpuPower(const std::filesystem::path& data, const Library& library,
                                          const Without& without);

/// Appends mean board power per kernel (quantity "power_w") of tables power_* to a report of the suite
/// gpu-modern. Errors: those of the tables.
Result<void> addPowerRows(const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
