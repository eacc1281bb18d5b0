// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu/gpu.h"
#include "core/workload/kernel/kernel.h"

namespace strata::gpu {

/// How a kernel is cut into thread blocks, as the methods take it that know no library's choice of tiles.
struct BlockGrid {
    double tile_m = 0, tile_n = 0; ///< 0: not a tiled kernel
    double blocks = 1;
    double waves = 1; ///< ceil(blocks / SMs)
    double flop = 0;  ///< of one block, padding of tiles included
    double bytes = 0; ///< operands that one block reads and results that it writes
    double steps = 1; ///< dependent rounds of loads in one block
};

/// Matrix products take the tile with the least waves x work, where small tiles pay for the operands that they load
/// more often; attention one block per 128 queries and head; streaming kernels one block per 1024 elements (reductions:
/// per row).
BlockGrid blockGrid(const hardware::Gpu& gpu, const workload::Kernel& kernel);

} // namespace strata::gpu
