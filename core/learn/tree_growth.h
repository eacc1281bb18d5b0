// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/random.h"
#include "core/hardware/calibration/predictor.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strata::learn {

/// Rows of a table of features, one vector each, all of one size.
using Points = std::vector<std::vector<double>>;

/// When a node of a tree is split no further, and what its splits may look at.
struct GrowthOptions {
    std::size_t depth = 3;
    std::size_t fewest = 20;  ///< rows of a leaf
    double scale = 1;         ///< of the values of leaves
    double feature_share = 1; ///< of the features that a split looks at, drawn anew for each
};

/// A table of features, prepared for many trees: of each feature with few different values, these and the place of each
/// row's among them, so that a split is found by one pass over the rows. Keeps a reference to the points.
class SplitTable {
public:
    explicit SplitTable(const Points& points);

    const Points& points() const { return *points_; }
    std::span<const double> levels(std::size_t feature) const {
        return levels_[feature];
    } ///< ascending; empty: too many
    std::uint8_t place(std::size_t feature, std::size_t row) const { return places_[feature][row]; }

private:
    const Points* points_;
    std::vector<std::vector<double>> levels_;
    std::vector<std::vector<std::uint8_t>> places_;
};

/// A regression tree with least squares, grown on some rows of a table (L. Breiman et al., Classification and
/// Regression Trees, 1984). `random` draws features and is only used where `feature_share` is below 1.
hardware::PredictorTree growTree(const SplitTable& table, std::span<const double> values, std::vector<std::size_t> rows,
                                 const GrowthOptions& options, CounterRandom& random);

/// Value of the leaf that a point falls into. The point has as many values as the tree was grown with.
double treeValue(const hardware::PredictorTree& tree, std::span<const double> point);

} // namespace strata::learn
