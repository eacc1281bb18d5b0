// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power/running_clock.h"

#include "core/gpu/calibration/ceilings.h"

namespace strata::gpu {

hardware::Gpu atRunningClock(hardware::Gpu gpu) {
    gpu.clock_hz *= gpu.running_clock_ratio;
    return gpu;
}

double runningPeak(const hardware::Gpu& gpu, const workload::Kernel& kernel) {
    return arithmeticPeak(gpu, kernel) * gpu.running_clock_ratio;
}

} // namespace strata::gpu
