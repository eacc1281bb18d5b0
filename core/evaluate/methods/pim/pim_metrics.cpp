// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/pim/pim_metrics.h"

#include <algorithm>
#include <cmath>

namespace strata::methods {

Metric exact(std::string name, double value) { return {std::move(name), value, value, value, 1.0}; }

Metric within(std::string name, double value, const hardware::Residual* residual, bool inverse) {
    constexpr double kCoverage = 0.8;
    if (residual == nullptr) return exact(std::move(name), value);
    const double shorter = std::exp(std::min(0.0, residual->p10));
    const double longer = std::exp(std::max(0.0, residual->p90));
    return inverse ? Metric{std::move(name), value, value / longer, value / shorter, kCoverage}
                   : Metric{std::move(name), value, value * shorter, value * longer, kCoverage};
}

} // namespace strata::methods
