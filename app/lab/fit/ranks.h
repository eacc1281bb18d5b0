// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

namespace strata::assess {

/// Ranks of values from 0 on; equal values share the mean of theirs.
std::vector<double> ranksOf(std::span<const double> values);

/// Spearman's rank correlation; 0 where one side has a single value.
double spearman(std::span<const double> a, std::span<const double> b);

/// Kendall's tau-b, which allows for ties; 0 where one side has a single value. Quadratic in the number of values.
double kendall(std::span<const double> a, std::span<const double> b);

} // namespace strata::assess
