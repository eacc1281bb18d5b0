// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/hardware/calibration/calibration.h"

#include <string>

namespace strata::methods {

/// A count, or a value that nobody compared with measurements: it has no interval.
Metric exact(std::string name, double value);

/// A time, or a rate where `inverse`, within the quantiles of ln(measured / predicted) of times; without an interval
/// where there is no residual.
Metric within(std::string name, double value, const hardware::Residual* residual, bool inverse = false);

} // namespace strata::methods
