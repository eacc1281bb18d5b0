// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace strata::assess {

/// The value at a share of a sorted copy, linear between neighbours; NaN of no values.
double quantile(std::vector<double> values, double share);

} // namespace strata::assess
