// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/learn/forest.h"

namespace strata::learn {

std::vector<hardware::PredictorTree> fitForest(const Points& points, const std::vector<double>& values,
                                               const ForestOptions& options) {
    const GrowthOptions growth{options.depth, options.fewest, 1.0, options.feature_share};
    const SplitTable table(points);
    std::vector<hardware::PredictorTree> trees;
    for (std::size_t i = 0; i < options.trees; ++i) {
        CounterRandom random(options.seed, i);
        std::vector<std::size_t> rows(values.size());
        for (std::size_t& row : rows)
            row = random.nextBelow(values.size());
        trees.push_back(growTree(table, values, std::move(rows), growth, random));
    }
    return trees;
}

Prediction forestValue(std::span<const hardware::PredictorTree> trees, std::span<const double> point) {
    double sum = 0, squares = 0;
    for (const hardware::PredictorTree& tree : trees) {
        const double value = treeValue(tree, point);
        sum += value;
        squares += value * value;
    }
    const auto count = static_cast<double>(trees.size());
    if (trees.empty()) return {};
    const double mean = sum / count;
    return {mean, squares / count > mean * mean ? squares / count - mean * mean : 0.0};
}

} // namespace strata::learn
