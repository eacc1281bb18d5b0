// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/collective.h"

#include <span>
#include <vector>

namespace strata::network {

/// Bytes that one rank sends over the links of each level, as the mean over the ranks of a group.
/// `inside[l]`: how many of the group's ranks one block of level l holds, innermost first; the last level
/// joins all. All but all-to-all go around: of the hops between neighbours, as many leave a block as there
/// are blocks. All-to-all sends each rank outside a block its part. The sum over levels and ranks is what the
/// collective moves: ranks x sentBytes().
std::vector<double> linkBytes(Collective collective, double ranks, std::span<const double> inside, double bytes);

} // namespace strata::network
