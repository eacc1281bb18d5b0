// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/link_model.h"

namespace strata::npu::detail {

/// Temporal loops of a whole mapping, innermost first, with the level that each stands at.
struct PlacedLoop {
    OuterLoop loop;
    std::size_t level = 0;
};

/// How many tiles along each dimension lie between two neighbours in the array.
using NeighbourStep = PerDimension<std::int32_t>;

/// All steps between neighbours of one arrangement of a level's children, of one sign each. Empty and `known` false
/// where there are too many children to look at.
struct NeighbourSteps {
    std::vector<NeighbourStep> steps;
    bool known = true;
};
NeighbourSteps neighbourSteps(const MapSpace& space, std::size_t level, const SpatialArrangement& arrangement);

/// Which children of each level lie beside each other.
struct Neighbours {
    std::array<std::vector<SpatialArrangement>, kMaxLevels> arrangements;
    std::array<std::vector<NeighbourSteps>, kMaxLevels> steps; ///< by arrangement
    std::array<NeighbourSteps, kMaxLevels> any_step;           ///< of all arrangements together
    std::uint32_t may_pass = 0;                                ///< levels under which tiles may be handed over, as bits
};
Neighbours findNeighbours(const LinkModel& model);

/// Whether under some order of these loops a child of a level may take a tile over from a neighbour in the array: the
/// tile moves exactly as far as two neighbours lie apart.
/// @param tile iterations of each dimension inside a child
/// @param further steps of loops outside that are not known yet, of which theirs are multiples; 0: there are none
bool mayPassOn(const LinkModel& model, std::size_t level, const NeighbourSteps& neighbours,
               const PerDimension<double>& tile, const std::vector<PlacedLoop>& loops,
               const PerDimension<double>& further);

} // namespace strata::npu::detail
