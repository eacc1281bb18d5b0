// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/dimension_order.h"

#include <cstdint>
#include <vector>

namespace strata::network {

/// One message of a collective. A rank sends those of a step when everything that was sent to it in earlier
/// steps has arrived.
struct Transfer {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    std::uint32_t step = 0;
    double bytes = 0.0;
};

/// Messages among the ranks 0 .. dimension.ranks - 1 of one phase, steps counted from 0. Trees cut their
/// bytes into treeSegments() pieces, at most eight. Needs isAble().
std::vector<Transfer> phaseTransfers(Algorithm algorithm, Collective collective, const Dimension& dimension,
                                     double bytes);

/// What every rank of all-to-all holds for every other, in bytes: any pattern ("all-to-all-v").
std::vector<Transfer> exchangeTransfers(std::uint32_t ranks, std::span<const double> bytes_from_to);

/// All messages of a collective over the ranks of a fabric (rank = sum of coordinate x product of inner
/// sizes), phase after phase.
std::vector<Transfer> fabricTransfers(const Fabric& fabric, const std::vector<DimensionPhase>& phases);

/// How many messages fabricTransfers() would make.
double transferCount(const Fabric& fabric, const std::vector<DimensionPhase>& phases);

} // namespace strata::network
