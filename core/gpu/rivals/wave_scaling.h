// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu/gpu.h"

namespace strata::gpu {

/// Method gpu.wave-scaling: the time on a target from that on a source GPU by the ratios of bandwidth, of blocks that
/// run at once, and of clock, weighted by how much memory binds the kernel (G. X. Yu et al., "Habitat", USENIX ATC
/// 2021, section 4.2, equation 2 for many waves, gamma from the roofline of the target). Habitat's own networks for
/// operators whose kernels differ between devices are not part of it: every operator is scaled.
KernelTime scaleByWaves(const hardware::Gpu& source, const hardware::Gpu& target, const workload::Kernel& kernel,
                        double source_seconds);

} // namespace strata::gpu
