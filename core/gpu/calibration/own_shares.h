// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"

#include <span>
#include <string_view>

namespace strata::gpu {

inline constexpr std::string_view kOwnCalibration = "own-measurements";

/// How far kernels are alike that err alike: in their sizes, and in what limits them.
struct OwnReach {
    double sizes = 1.0; ///< doublings of a dimension over which kernels forget each other
    double parts = 1.0; ///< difference between the shares that arithmetic, memory and start have in the time
    double waves = 1.0; ///< doublings of the number of waves
    double kinds = 0.0; ///< correlation of kernels of one family that differ in their kind alone
};

/// Of what kernels err by on a device that no fit knew (OwnPrior), the shares that each part explains, as devices
/// left out of the fits showed them (`strata-lab calibrate own-measurements`). Without the calibration nothing tells
/// the parts apart: each may hold all of it, and kernels resemble each other over one doubling.
struct OwnShares {
    double part = 1.0;  ///< of OwnPrior::device: factors of a family, and of a kind, on parts of the time
    double whole = 1.0; ///< of OwnPrior::device: a factor on all of a kind's time
    double shape = 1.0; ///< of OwnPrior::all(): what kernels alike have in common
    double left = 1.0;  ///< of OwnPrior::all(): what nothing explains
    OwnReach reach{};
    double host = 0.0; ///< ln: spread of a host's work between machines; 0: not known
};
OwnShares ownShares(std::span<const hardware::Calibration> calibrations);

} // namespace strata::gpu
