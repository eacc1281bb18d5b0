// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/loopnest.h"

namespace strata::npu {

/// Cycles by which the first tiles on their way in and the last outputs on their way out may lengthen the run. The
/// closed form takes each level as busy from the first to the last cycle. Bound: the tile of every kept tensor
/// crosses from each holding level to the next one after the other, each at the slower of the two bandwidths, without
/// multicast.
double fillAndDrainCycles(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                          const LoopNestResult& result);

} // namespace strata::npu
