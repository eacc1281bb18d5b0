// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"

#include <cstddef>
#include <string>
#include <vector>

namespace strata::assess {

/// How far predictions of one kind are off at one distance from what was measured, and how often the measured value
/// lies inside the 80 % interval. A place is the device, or the source where rows name one.
struct DistanceErrors {
    std::string op;       ///< key "op" of the rows; "-" where they have none
    std::string quantity; ///< "latency_s"
    std::string distance; ///< key "distance" of the rows: "same", "sibling", ...
    std::size_t n = 0;
    std::size_t places = 0;
    double mape = 0.0;
    double median = 0.0;
    double coverage80 = 0.0; ///< share of the rows in [low, high]
    /// Mean of the shares of the places: many rows of one place do not count more.
    double coverage_of_places = 0.0;
    std::string worst; ///< place of the largest mean relative error
    double worst_mape = 0.0;
    double worst_coverage = 0.0; ///< the coverage that is furthest from 80 % among the places
};

/// One entry per op, quantity and distance, in the order in which they first appear.
/// Rows without a key "distance" take no part.
std::vector<DistanceErrors> errorsByDistance(const std::vector<SuiteRow>& rows);

Json toJson(const DistanceErrors& errors);

} // namespace strata::assess
