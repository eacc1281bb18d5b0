// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/kernel.h"

namespace strata::gpu {

/// How many keys one head's query tiles walk over, in whole steps: sums in closed form, no loop over tiles.
/// FlashAttention-2 (Dao 2023, algorithm 1 and section 3.1): a work unit is a tile of queries of one head, its loop
/// runs over steps of keys; steps above the diagonal and before the window are skipped, steps that they cross are
/// masked.
struct KeySteps {
    double tiles = 0;   ///< work units of one head
    double visited = 0; ///< keys over all tiles
    double masked = 0;  ///< of these, in steps that the mask crosses
    double longest = 0; ///< keys of the busiest tile
};

/// Tiles of `tile_q` queries, steps of `step` keys; one is a multiple of the other.
KeySteps keySteps(const workload::Attention& shape, double tile_q, double step);

} // namespace strata::gpu
