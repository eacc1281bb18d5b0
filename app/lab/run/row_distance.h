// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

#include <span>
#include <string>
#include <string_view>

namespace strata {
class Library;
}

namespace strata::assess {

/// Name of the distance that a row's interval is that of (gpu::distanceOf() of the calibration of this id); "unknown"
/// without the calibration.
std::string distanceName(std::span<const hardware::Calibration> calibrations, std::string_view id,
                         const hardware::Gpu& gpu, bool seen);

/// Name of the distance of a device of the library to those whose matrix products were measured; "unknown" without it.
std::string distanceOfDevice(const Library& library, std::string_view device);

/// Id of the calibration that kernels of serving stacks are predicted by.
std::string_view calibrationOfKernel(const workload::Kernel& kernel);

} // namespace strata::assess
