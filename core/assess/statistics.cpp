// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/statistics.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {

double quantile(std::vector<double> values, double share) {
    if (values.empty()) return std::nan("");
    std::sort(values.begin(), values.end());
    const double position = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const auto above = std::min(below + 1, values.size() - 1);
    return values[below] + (position - static_cast<double>(below)) * (values[above] - values[below]);
}

} // namespace strata::assess
