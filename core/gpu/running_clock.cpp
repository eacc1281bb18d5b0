// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/running_clock.h"

namespace strata::gpu {

hardware::Gpu atRunningClock(hardware::Gpu gpu) {
    constexpr double kAbovePrinted = 1.1;
    if (gpu.vendor == "NVIDIA" && gpu.market == "consumer") gpu.clock_hz *= kAbovePrinted;
    return gpu;
}

} // namespace strata::gpu
