// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

namespace strata::coverage {

/// An order in which like things are neighbours: agglomerative clustering with average linkage (R. Sokal, C. Michener,
/// 1958), the leaves from left to right. `distance` is symmetric; equal distances are merged in the given order.
std::vector<std::size_t> clusterOrder(std::size_t count,
                                      const std::function<double(std::size_t, std::size_t)>& distance);

} // namespace strata::coverage
