// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/fit/device_spread.h"
#include "app/lab/fit/without.h"
#include "core/gpu/calibration/distance.h"
#include "core/hardware/gpu/gpu.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace strata::assess {

/// Devices that a fit is done without, so that its errors on them are those at a distance.
struct LeftOutGroup {
    std::vector<std::string> devices;   ///< ids
    std::optional<gpu::Distance> shows; ///< how far the nearest device is that stays; nothing where none does
    bool has(const std::string& device) const;
};

/// What is left out of a fit to these devices for its errors at each distance: each device, each generation and each
/// vendor, a group of the same devices once. Devices stand first, each alone, in the order of their ids.
std::vector<LeftOutGroup> leftOutGroups(const std::vector<hardware::Gpu>& devices, const Without& without);

/// Errors by distance, of what a residual is looked up with.
using ErrorsByDistance = std::map<gpu::Distance, ErrorsByKey>;

/// Residuals of a new device (residualsOfNewDevice()) of each distance, with the key "distance" in place of "seen".
std::vector<hardware::Residual> residualsByDistance(const ErrorsByDistance& errors, const ErrorsByKey& fitted,
                                                    ErrorsOf whose = ErrorsOf::LeftOut);

/// Appends a group without coefficients for each of these devices that is not left out: the facts that a new device is
/// compared with (gpu::distanceOf()).
void appendMeasuredDevices(const std::vector<hardware::Gpu>& devices, const Without& without,
                           hardware::Calibration& calibration);

} // namespace strata::assess
