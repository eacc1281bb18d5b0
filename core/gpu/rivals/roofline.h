// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu/gpu.h"

namespace strata::gpu {

/// Method gpu.roofline: the longest of arithmetic at the peak of its type, compulsory traffic through L2 at its
/// bandwidth, and what of it L2 cannot hold at the memory's (Williams, Waterman, Patterson, CACM 52(4) 2009; roofs of
/// caches: Ilic, Pratas, Sousa, IEEE CAL 13(1) 2014). A lower bound of the time; nothing is fitted.
KernelTime predictRoofline(const hardware::Gpu& gpu, const workload::Kernel& kernel);

} // namespace strata::gpu
