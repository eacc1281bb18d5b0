// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/running_clock.h"

namespace strata::gpu {

hardware::Gpu atRunningClock(hardware::Gpu gpu) {
    gpu.clock_hz *= runningClockRatio(gpu);
    return gpu;
}

double runningClockRatio(const hardware::Gpu& gpu) {
    constexpr double kAbovePrinted = 1.1;
    return gpu.vendor == "NVIDIA" && gpu.market == "consumer" ? kAbovePrinted : 1.0;
}

} // namespace strata::gpu
