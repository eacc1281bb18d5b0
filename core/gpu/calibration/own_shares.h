// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration.h"

#include <span>
#include <string_view>

namespace strata::gpu {

inline constexpr std::string_view kOwnCalibration = "own-measurements";

/// Of what devices err by that a fit did not know (OwnPrior::device), the shares that each part explains, as devices
/// left out of the fits showed them (`strata-lab calibrate own-measurements`). Without the calibration nothing tells
/// the parts apart: each may hold all of it, and shapes resemble each other over one doubling.
struct OwnShares {
    double part = 1.0;  ///< factors of a family, and of a kind, on parts of the time
    double whole = 1.0; ///< a factor on all of a kind's time
    double shape = 1.0; ///< what shapes alike have in common
    double left = 1.0;  ///< what no factor explains
    double reach = 1.0; ///< doublings of a dimension over which shapes forget each other
    double host = 0.0;  ///< ln: spread of a host's work between machines; 0: not known
};
OwnShares ownShares(std::span<const hardware::Calibration> calibrations);

} // namespace strata::gpu
