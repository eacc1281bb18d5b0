// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu.h"
#include "core/workload/kernel.h"

namespace strata::gpu {

/// The device with the clock that it runs at where power leaves it. The "boost clock" printed for NVIDIA's consumer
/// boards is a typical one; boards go on to the last step of their table of voltages, about a tenth above: 2.81 to 2.85
/// of 2.52 GHz on an RTX 4090, 2.00 to 2.05 of 1.86 on an RTX 3090 Ti (tweaktown.com, news 88568, 2022), 2.75 of 2.46
/// on an RTX 4060 (svethardware.cz, 59705, 2023). Those for data centres and workstations print the highest.
hardware::Gpu atRunningClock(hardware::Gpu gpu);
/// That clock over the printed one.
double runningClockRatio(const hardware::Gpu& gpu);
/// arithmeticPeak() at that clock: what no kernel exceeds.
double runningPeak(const hardware::Gpu& gpu, const workload::Kernel& kernel);

} // namespace strata::gpu
