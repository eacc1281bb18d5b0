// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

namespace strata::gpu {

/// The device with the clock that it runs at where power leaves it: its clock_hz times its running_clock_ratio. Some
/// boards print a typical clock and go on to the last step of their table of voltages.
hardware::Gpu atRunningClock(hardware::Gpu gpu);
/// arithmeticPeak() at that clock: what no kernel exceeds.
double runningPeak(const hardware::Gpu& gpu, const workload::Kernel& kernel);

} // namespace strata::gpu
