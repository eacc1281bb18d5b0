// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/gpu/gpu.h"
#include "core/workload/graph.h"

namespace strata::compose {

/// What a kernel takes longer (or less: negative) inside a model than alone, in seconds a copy. Alone and repeated, a
/// small kernel finds all its operands in L2. Inside a model its weights come from DRAM, while the activations that the
/// operator before has just written are still in L2 as far as they fit (`hit` of them).
double movementSeconds(const hardware::Gpu& gpu, const workload::Operator& op, const gpu::KernelTime& alone,
                       double hit);

} // namespace strata::compose
