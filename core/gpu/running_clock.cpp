// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/running_clock.h"

#include "core/gpu/ceilings.h"

namespace strata::gpu {

hardware::Gpu atRunningClock(hardware::Gpu gpu) {
    gpu.clock_hz *= runningClockRatio(gpu);
    return gpu;
}

double runningClockRatio(const hardware::Gpu& gpu) {
    constexpr double kAbovePrinted = 1.1;
    return gpu.vendor == "NVIDIA" && gpu.market == "consumer" ? kAbovePrinted : 1.0;
}

double runningPeak(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    return arithmeticPeak(gpu, kernel) * runningClockRatio(gpu);
}

} // namespace strata::gpu
