// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/additive.h"

#include <span>
#include <vector>

namespace strata::edge {

/// Sum of the trees' values at a point. The point has as many values as the predictor has features.
double boostedValue(std::span<const hardware::PredictorTree> trees, std::span<const double> point);

/// The point of a network on a device: logarithms of its counts, of the device's rate and of its threads. The time that
/// the rate alone explains is one of them.
std::vector<double> boostedPoint(const AdditiveVector& counts, double ops_per_s, double threads);
std::vector<std::string> boostedFeatureNames();

struct BoostOptions {
    std::size_t trees = 120;
    std::size_t depth = 3;
    std::size_t fewest = 20; ///< rows of a leaf
    double rate = 0.1;       ///< share of each tree's correction that is taken
};
/// Regression trees that are fitted one after the other to what the ones before them leave (J. Friedman, Annals of
/// Statistics 29(5), 2001), with squared errors. The first tree is the mean. Points have equal sizes.
std::vector<hardware::PredictorTree> fitBoosted(const std::vector<std::vector<double>>& points,
                                                const std::vector<double>& values, const BoostOptions& options);

} // namespace strata::edge
