// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/learn/tree_growth.h"

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

namespace strata::learn {

/// Sum of the trees' values at a point. The point has as many values as the predictor has features.
double boostedValue(std::span<const hardware::PredictorTree> trees, std::span<const double> point);

struct BoostOptions {
    std::size_t trees = 120;
    std::size_t depth = 3;
    std::size_t fewest = 20;  ///< rows of a leaf
    double rate = 0.1;        ///< share of each tree's correction that is taken
    double row_share = 1;     ///< of the rows that each tree sees (J. Friedman, "Stochastic gradient boosting", 2002)
    double feature_share = 1; ///< of the features that each split looks at
    std::uint64_t seed = 1;   ///< of these shares
};
/// Regression trees that are fitted one after the other to what the ones before them leave (J. Friedman, Annals of
/// Statistics 29(5), 2001), with squared errors. The first tree is the mean. Points have equal sizes. Where `stop` asks
/// for it, the fit ends after the tree at hand.
std::vector<hardware::PredictorTree> fitBoosted(const Points& points, const std::vector<double>& values,
                                                const BoostOptions& options, const std::stop_token& stop = {});

} // namespace strata::learn
