// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/learn/prediction.h"
#include "core/learn/tree_growth.h"

#include <cstdint>
#include <span>
#include <vector>

namespace strata::learn {

struct ForestOptions {
    std::size_t trees = 64;
    std::size_t depth = 24;
    std::size_t fewest = 1;           ///< rows of a leaf
    double feature_share = 5.0 / 6.0; ///< of the features that each split looks at
    std::uint64_t seed = 1;
};
/// Trees on samples of the rows with replacement (L. Breiman, "Random forests", Machine Learning 45, 2001; the share of
/// features as F. Hutter, H. Hoos and K. Leyton-Brown, SMAC, LION 2011).
std::vector<hardware::PredictorTree> fitForest(const Points& points, const std::vector<double>& values,
                                               const ForestOptions& options);

/// Mean of the trees and their variance, which stands for what the forest does not know.
Prediction forestValue(std::span<const hardware::PredictorTree> trees, std::span<const double> point);

} // namespace strata::learn
