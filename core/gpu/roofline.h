// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu.h"

namespace strata::gpu {

/// Method gpu.roofline: the longer of arithmetic at the peak of its type and compulsory traffic at the memory's
/// bandwidth (Williams, Waterman, Patterson, CACM 52(4) 2009). A lower bound of the time; nothing is fitted.
KernelTime predictRoofline(const hardware::Gpu& gpu, const workload::Kernel& kernel);

} // namespace strata::gpu
