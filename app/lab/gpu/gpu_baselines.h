// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Calibrations "gpu-roofline" and "gpu-hierarchy": nothing is fitted, only how far these methods are off.
Result<hardware::Calibration> fitGpuRoofline(const std::filesystem::path& data, const Library& library,
                                             const Without& without);
Result<hardware::Calibration> fitGpuHierarchy(const std::filesystem::path& data, const Library& library,
                                              const Without& without);

} // namespace strata::assess
