// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/spread.h"

namespace strata::npu::detail {

/// What the children of one level (all that belong to one instance) ask of it over the whole nest, in words.
struct Movement {
    double reads = 0.0;     ///< after equal requests of several children are merged
    double delivered = 0.0; ///< summed over the children; without merging
    double passed = 0.0;    ///< handed on between neighbouring children instead
};

/// One level and tensor for which the movement to the next level inside is counted.
struct MovementQuery {
    const Projection* projection = nullptr;
    const FlatNest* nest = nullptr;
    std::size_t level = 0;
    const AxisVector* extent = nullptr; ///< tile of the next level inside, as it is when no remainder is reached
    bool to_compute = false; ///< the next level inside are the multiply-accumulate units: no tile is held there
    bool merge = true;       ///< multicast, or spatial reduction for an output
    Mesh mesh;               ///< children along X and Y
};

/// Counts for perfect factors, in closed form. With every loop visited twice (first, and second standing for the rest),
/// as the reference tool does, a tile is reloaded as a whole when the direction of its movement changes; otherwise only
/// what the old tile does not hold is loaded.
Movement countPerfect(const MovementQuery& query, SpreadScratch& scratch);

/// Counts for mappings with remainders, by visiting up to four iterations of every loop: the first, the second for all
/// in the middle, the last but one and the last.
Movement countImperfect(const MovementQuery& query, SpreadScratch& scratch);

/// Whether countImperfect() visits a bearable number of iterations: a mapping may have many loops with remainders in
/// each.
bool canWalk(const MovementQuery& query);

/// Words of a child's tile that are new when each temporal loop outside advances, the innermost loop first.
struct TileLoads {
    std::array<double, kMaxLoops> words;
    std::size_t count = 0;
    double whole = 1.0; ///< words of the whole tile
};
void listTileLoads(const MovementQuery& query, TileLoads& loads);

} // namespace strata::npu::detail
