// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"

#include <span>
#include <string_view>

namespace strata::assess {

/// The range in which a coefficient of calibration "gpu-power" may lie, and where it comes from.
struct PowerRange {
    std::string_view name;
    double low, high;
    bool fitted = false; ///< to measured power; else its start is what `origin` tells
    std::string_view origin;
};

/// In the order of gpu::powerFields().
std::span<const PowerRange> powerRanges();

/// Ranges and origins of all coefficients into the calibration, for people.
void noteOrigins(hardware::Calibration& calibration);

} // namespace strata::assess
