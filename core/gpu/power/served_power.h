// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <span>
#include <string_view>

namespace strata::gpu {

inline constexpr std::string_view kServedPower = "served", kServedPowerCalibration = "serving-power";

/// ln(measured / predicted) of the mean power of boards that serve, whose kernels' errors cancel in part: by distance
/// to the boards that powers were fitted to (calibration "serving-power"); powerBand() of mixed kernels without it.
ResidualBand servedPowerBand(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

} // namespace strata::gpu
