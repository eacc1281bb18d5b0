// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/learn/boosted.h"

#include <algorithm>
#include <numeric>

namespace strata::learn {
namespace {

using hardware::PredictorTree;

PredictorTree constantTree(double value) {
    PredictorTree tree;
    tree.feature = {-1};
    tree.left = tree.right = {-1};
    tree.threshold = {0};
    tree.value = {value};
    return tree;
}

/// All rows, or a share of them without replacement.
std::vector<std::size_t> rowsOfTree(std::size_t count, double share, CounterRandom& random) {
    std::vector<std::size_t> rows(count);
    std::iota(rows.begin(), rows.end(), std::size_t{0});
    if (share >= 1) return rows;
    for (std::size_t i = rows.size(); i > 1; --i)
        std::swap(rows[i - 1], rows[random.nextBelow(i)]);
    rows.resize(std::max<std::size_t>(1, static_cast<std::size_t>(share * static_cast<double>(count))));
    std::ranges::sort(rows);
    return rows;
}

} // namespace

double boostedValue(std::span<const PredictorTree> trees, std::span<const double> point) {
    double sum = 0;
    for (const PredictorTree& tree : trees)
        sum += treeValue(tree, point);
    return sum;
}

std::vector<PredictorTree> fitBoosted(const Points& points, const std::vector<double>& values,
                                      const BoostOptions& options, const std::stop_token& stop) {
    if (values.empty()) return {constantTree(0)};
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    std::vector<PredictorTree> trees{constantTree(mean)};
    std::vector<double> rests = values;
    for (double& rest : rests)
        rest -= mean;
    const GrowthOptions growth{options.depth, options.fewest, options.rate, options.feature_share};
    const SplitTable table(points);
    for (std::size_t i = 0; i < options.trees && !stop.stop_requested(); ++i) {
        CounterRandom random(options.seed, i);
        trees.push_back(growTree(table, rests, rowsOfTree(values.size(), options.row_share, random), growth, random));
        for (std::size_t row = 0; row < rests.size(); ++row)
            rests[row] -= treeValue(trees.back(), points[row]);
    }
    return trees;
}

} // namespace strata::learn
