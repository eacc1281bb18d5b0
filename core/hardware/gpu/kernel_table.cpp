// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/gpu/kernel_table.h"

#include <algorithm>
#include <array>

namespace strata::hardware {

bool KnownSizes::holds(double rows, double columns, double sum) const {
    if (!m.holds(rows) || !n.holds(columns) || !k.holds(sum)) return false;
    std::array sides{rows, columns, sum};
    std::sort(sides.begin(), sides.end());
    return shortest.holds(sides[0]) && middle.holds(sides[1]) && longest.holds(sides[2]) &&
           sides[2] <= sides[1] * longest_over_middle;
}

std::optional<std::size_t> KernelTable::kernelOf(double m, double n, double k) const {
    if (!known.holds(m, n, k)) return std::nullopt;
    const auto squared = [](double a) { return a * a; };
    const ProductSize* nearest = nullptr;
    double least = 0.0;
    // Sizes stand by their columns: whoever is further away in these alone ends the walk to that side.
    const auto visit = [&](const ProductSize& size) {
        const double columns = squared(n - size.n);
        if (nearest != nullptr && columns > least) return false;
        const double distance = columns + squared(m - size.m) + squared(k - size.k);
        const bool is_nearer = nearest == nullptr || distance < least || (distance == least && &size > nearest);
        if (is_nearer) nearest = &size;
        if (is_nearer) least = distance;
        return true;
    };
    const auto start = std::lower_bound(sizes.begin(), sizes.end(), n,
                                        [](const ProductSize& size, double columns) { return size.n < columns; });
    for (auto size = start; size != sizes.end() && visit(*size); ++size) {
    }
    for (auto size = start; size != sizes.begin() && visit(*(size - 1)); --size) {
    }
    if (nearest == nullptr || nearest->kernel == kOtherKernel) return std::nullopt;
    return nearest->kernel;
}

} // namespace strata::hardware
