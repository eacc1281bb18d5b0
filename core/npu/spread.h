// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/projection.h"

#include <vector>

namespace strata::npu::detail {

/// Numbers of iterations that the spatial loops of one level run, in the order of FlatNest.
using SpatialCounts = std::array<double, kMaxLoops>;

/// Which children of one level ask for which part of a tensor at the same time.
struct Spread {
    double children = 1.0; ///< children that are served
    double distinct = 1.0; ///< different boxes among them: what is read when equal ones share one read
    bool moves = false;    ///< whether the children differ at all
    AxisVector span{};     ///< how far apart two of them can be
};

/// Children that take their box over from a neighbour, which held it one step ago.
struct Handover {
    double taken = 0.0;    ///< children served by a neighbour
    double distinct = 0.0; ///< different boxes among the others
};

/// Room for the positions of all children of one level; allocated once.
struct SpreadScratch {
    std::vector<double> positions;
    std::vector<double> before; ///< positions one step ago
    std::vector<double> sorted;
};

/// `last[d]`: every loop of dimension d outside the level's spatial loops stands at its last iteration, so that the
/// spatial loops run their remainder. Without remainders the flags do not matter.
Spread spread(const Projection& projection, const FlatNest& nest, std::size_t level, const PerDimension<bool>& last,
              SpreadScratch& scratch);

/// The array that a level's children form; neighbours are next to each other along X or Y.
struct Mesh {
    double width = 1.0;
    double height = 1.0;
};

/// Children whose box equals the one that a neighbour held before all boxes moved by `shift`. `last_before`: as `last`,
/// for the step before, when the spatial loops may have run another number of iterations.
Handover handover(const Projection& projection, const FlatNest& nest, std::size_t level, const PerDimension<bool>& last,
                  const PerDimension<bool>& last_before, const AxisVector& shift, Mesh mesh, SpreadScratch& scratch);

} // namespace strata::npu::detail
