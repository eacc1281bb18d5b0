// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu/gpu.h"

namespace strata::gpu {

/// Method gpu.hierarchy: averages over the whole kernel for each level that data pass (arithmetic, shared memory, L2,
/// DRAM); the slowest decides, and latencies that the resident blocks cannot hide are added. After the idea of
/// whole-kernel averages of AMALI (Cao et al., ISCA 2025, doi 10.1145/3695053.3731064), on tiles that are guessed, not
/// traced. Nothing is fitted.
KernelTime predictHierarchy(const hardware::Gpu& gpu, const workload::Kernel& kernel);

} // namespace strata::gpu
