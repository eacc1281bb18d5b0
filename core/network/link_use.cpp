// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/link_use.h"

#include <algorithm>

namespace strata::network {
namespace {

/// Share of the ring's hops that leave blocks of so many ranks.
double leaving(double ranks, double block) {
    const double blocks = ranks / block;
    return blocks > 1.0 ? blocks / ranks : 0.0;
}

} // namespace

std::vector<double> linkBytes(Collective collective, double ranks, std::span<const double> inside, double bytes) {
    std::vector<double> result(inside.size(), 0.0);
    if (ranks <= 1.0) return result;
    double block = 1.0; // of the level below
    for (std::size_t level = 0; level < inside.size(); ++level) {
        const double next = std::min(inside[level], ranks);
        result[level] = collective == Collective::AllToAll
                            ? bytes * (next - block) / ranks
                            : sentBytes(collective, ranks, bytes) * (leaving(ranks, block) - leaving(ranks, next));
        block = next;
    }
    return result;
}

} // namespace strata::network
