// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace strata::gpu {

/// How far a device is from those that a calibration was fitted to: what an interval is looked up by.
enum class Distance : std::uint8_t {
    Same,       ///< its kernels of this kind were measured
    Engine,     ///< the device was measured, not these kernels of it: another engine, or another number format
    Sibling,    ///< another device of its generation was measured
    Generation, ///< another generation of its vendor was measured
    Vendor      ///< only devices of other vendors were measured
};
inline constexpr std::array kDistances{Distance::Same, Distance::Engine, Distance::Sibling, Distance::Generation,
                                       Distance::Vendor};
std::string_view name(Distance distance); ///< "same", "engine", "sibling", "generation", "vendor"

/// From the facts that the calibration recorded of its devices: groups with keys "device", "architecture" and "vendor",
/// compared with those of this one. `seen`: the kernels that are asked for were measured on it. A calibration that
/// records no vendors cannot tell them apart: its farthest distance is the generation.
Distance distanceOf(const hardware::Calibration& calibration, const hardware::Gpu& gpu, bool seen);

/// Whether calibrations are asked for the same groups and the same distance for both: they know devices by their names.
bool sameNames(const hardware::Gpu& a, const hardware::Gpu& b);

} // namespace strata::gpu
