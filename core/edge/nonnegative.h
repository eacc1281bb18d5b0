// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace strata::edge {

/// The x >= 0 with the least |A x - b|, by the active-set method of C. Lawson and R. Hanson, Solving Least Squares
/// Problems (1974), chapter 23. `a` holds the rows of A one after the other, each of `columns` values.
std::vector<double> nonNegativeLeastSquares(std::span<const double> a, std::span<const double> b, std::size_t columns);

} // namespace strata::edge
