// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/edge/boosted.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::edge {
namespace {

using hardware::PredictorTree;
using Rows = std::vector<std::size_t>;

double valueAt(const PredictorTree& tree, std::span<const double> point) {
    std::size_t node = 0;
    while (tree.feature[node] >= 0) {
        const bool left = point[static_cast<std::size_t>(tree.feature[node])] <= tree.threshold[node];
        node = static_cast<std::size_t>(left ? tree.left[node] : tree.right[node]);
    }
    return tree.value[node];
}

std::size_t addNode(PredictorTree& tree) {
    tree.feature.push_back(-1);
    tree.left.push_back(-1);
    tree.right.push_back(-1);
    tree.threshold.push_back(0);
    tree.value.push_back(0);
    return tree.feature.size() - 1;
}

struct Split {
    int feature = -1;
    double threshold = 0;
    double gain = 1e-12;
};

/// Grows one tree on the rests.
class Grower {
public:
    Grower(const std::vector<std::vector<double>>& points, const std::vector<double>& rests, const BoostOptions& options)
        : points_(points), rests_(rests), options_(options) {}

    PredictorTree grow() {
        Rows rows(rests_.size());
        std::iota(rows.begin(), rows.end(), 0);
        addNode(tree_);
        grow(0, rows, 0);
        return std::move(tree_);
    }

private:
    double sumOf(const Rows& rows) const {
        double sum = 0;
        for (const std::size_t row : rows)
            sum += rests_[row];
        return sum;
    }

    void tryFeature(std::size_t feature, Rows& rows, double sum, Split& best) const {
        std::ranges::sort(rows, [&](std::size_t a, std::size_t b) {
            return points_[a][feature] < points_[b][feature] || (points_[a][feature] == points_[b][feature] && a < b);
        });
        const auto all = static_cast<double>(rows.size());
        double left = 0;
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            left += rests_[rows[i]];
            const double here = points_[rows[i]][feature], next = points_[rows[i + 1]][feature];
            const auto count = static_cast<double>(i + 1);
            if (here == next || i + 1 < options_.fewest || rows.size() - i - 1 < options_.fewest) continue;
            const double right = sum - left;
            const double gain = left * left / count + right * right / (all - count) - sum * sum / all;
            if (gain > best.gain) best = {static_cast<int>(feature), 0.5 * (here + next), gain};
        }
    }

    void grow(std::size_t node, Rows rows, std::size_t depth) {
        const double sum = sumOf(rows);
        tree_.value[node] = options_.rate * sum / static_cast<double>(rows.size());
        if (depth == options_.depth || rows.size() < 2 * options_.fewest) return;
        Split best;
        for (std::size_t feature = 0; feature < points_[0].size(); ++feature)
            tryFeature(feature, rows, sum, best);
        if (best.feature < 0) return;
        Rows left, right;
        for (const std::size_t row : rows)
            (points_[row][static_cast<std::size_t>(best.feature)] <= best.threshold ? left : right).push_back(row);
        const std::size_t below = addNode(tree_), above = addNode(tree_);
        tree_.feature[node] = best.feature;
        tree_.threshold[node] = best.threshold;
        tree_.left[node] = static_cast<int>(below);
        tree_.right[node] = static_cast<int>(above);
        tree_.value[node] = 0;
        grow(below, std::move(left), depth + 1);
        grow(above, std::move(right), depth + 1);
    }

    const std::vector<std::vector<double>>& points_;
    const std::vector<double>& rests_;
    const BoostOptions& options_;
    PredictorTree tree_;
};

} // namespace

std::vector<double> boostedPoint(const AdditiveVector& counts, double ops_per_s, double threads) {
    std::vector<double> point;
    double macs = 1;
    const auto names = additiveFeatureNames();
    for (std::size_t j = 0; j < counts.size(); ++j) {
        point.push_back(std::log1p(counts[j]));
        if (names[j].ends_with("macs")) macs += counts[j];
    }
    point.push_back(std::log(ops_per_s));
    point.push_back(std::log(threads));
    point.push_back(std::log(2.0 * macs / ops_per_s));
    return point;
}

std::vector<std::string> boostedFeatureNames() {
    const auto counts = additiveFeatureNames();
    std::vector<std::string> names(counts.begin(), counts.end());
    names.insert(names.end(), {"rate", "threads", "time at the rate"});
    return names;
}

double boostedValue(std::span<const PredictorTree> trees, std::span<const double> point) {
    double sum = 0;
    for (const PredictorTree& tree : trees)
        sum += valueAt(tree, point);
    return sum;
}

std::vector<PredictorTree> fitBoosted(const std::vector<std::vector<double>>& points, const std::vector<double>& values,
                                      const BoostOptions& options) {
    std::vector<PredictorTree> trees(1);
    addNode(trees[0]);
    if (values.empty()) return trees;
    const double mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
    trees[0].value[0] = mean;
    std::vector<double> rests = values;
    for (double& rest : rests)
        rest -= mean;
    for (std::size_t i = 0; i < options.trees; ++i) {
        trees.push_back(Grower(points, rests, options).grow());
        for (std::size_t row = 0; row < rests.size(); ++row)
            rests[row] -= valueAt(trees.back(), points[row]);
    }
    return trees;
}

} // namespace strata::edge
