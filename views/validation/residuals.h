// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"

#include <cstddef>
#include <span>
#include <vector>

namespace strata::views {

/// A row that has a place on logarithmic axes.
bool drawable(const assess::SuiteRow& row);

/// Where predicted / measured lies in some rows: below `low` are 10 % of them, below `high` 90 %.
struct RatioSpread {
    std::size_t rows = 0;
    double low = 1.0;
    double median = 1.0;
    double high = 1.0;
};

/// Of the drawable ones among these rows.
RatioSpread ratioSpread(const assess::SuiteReport& report, std::span<const std::size_t> rows);

/// The spread of rows whose measured values lie around `measured`.
struct SpreadPoint {
    double measured = 0.0;
    RatioSpread spread;
};

/// The spread along the measured value: each point stands for about as many rows, in rising order. Empty for
/// fewer rows than make three points.
std::vector<SpreadPoint> spreadAlongMeasured(const assess::SuiteReport& report, std::span<const std::size_t> rows);

/// How many of the drawable rows lie in each of `bins` steps of equal ratio from `low` to `high`; rows beyond
/// either end count in the outermost bin.
std::vector<std::size_t> ratioHistogram(const assess::SuiteReport& report, std::span<const std::size_t> rows,
                                        double low, double high, std::size_t bins);

} // namespace strata::views
