// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/link_model.h"

namespace strata::npu::detail {

/// Temporal loops of a whole mapping, innermost first, with the level that each stands at.
struct PlacedLoop {
    OuterLoop loop;
    std::size_t level = 0;
};

/// Whether under some order of these loops a child of a level may take a tile over from a neighbour in the array: the
/// tile moves exactly as far as two neighbours lie apart.
bool mayPassOn(const LinkModel& model, std::size_t level, const SpatialArrangement& arrangement,
               const PerDimension<double>& tile, const std::vector<PlacedLoop>& loops);

} // namespace strata::npu::detail
