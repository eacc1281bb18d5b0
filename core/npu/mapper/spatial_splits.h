// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/map_space.h"

namespace strata::npu::detail {

using Factors = PerDimension<std::uint32_t>;

/// Loops over the copies of one level's children, X and Y together.
struct SpatialSplit {
    Factors factor;
    std::uint64_t product = 1;
};

/// Every split that a level's fan-out has room for. False, and an incomplete list, above `most`.
bool listSpatialSplits(const MapSpace& space, std::size_t level, std::size_t most, std::vector<SpatialSplit>& splits);

/// The loops of one level in space: which of them run over X and Y, and in which order.
struct SpatialArrangement {
    std::vector<Loop> x, y; ///< outermost first
};

/// Every way to arrange a split, or only the first one.
std::vector<SpatialArrangement> arrangementsOf(const MapSpace& space, std::size_t level, const Factors& split,
                                               bool only_first);

} // namespace strata::npu::detail
