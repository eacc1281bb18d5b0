// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/learn/tree_growth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace strata::learn {
namespace {

using hardware::PredictorTree;
using Rows = std::vector<std::size_t>;

std::size_t addNode(PredictorTree& tree) {
    tree.feature.push_back(-1);
    tree.left.push_back(-1);
    tree.right.push_back(-1);
    tree.threshold.push_back(0);
    tree.value.push_back(0);
    return tree.feature.size() - 1;
}

constexpr std::size_t kMostLevels = 256;

struct Split {
    int feature = -1;
    double threshold = 0;
    double gain = 1e-12;
};

class Grower {
public:
    Grower(const SplitTable& table, std::span<const double> values, const GrowthOptions& options, CounterRandom& random)
        : table_(table), points_(table.points()), values_(values), options_(options), random_(random) {}

    PredictorTree grow(Rows rows) {
        addNode(tree_);
        if (!rows.empty()) grow(0, std::move(rows), 0);
        return std::move(tree_);
    }

private:
    double sumOf(const Rows& rows) const {
        double sum = 0;
        for (const std::size_t row : rows)
            sum += values_[row];
        return sum;
    }

    /// `left` and `count` are those of the rows below the threshold.
    void trySplit(std::size_t feature, double threshold, double left, std::size_t count, std::size_t all, double sum,
                  Split& best) const {
        if (count < options_.fewest || all - count < options_.fewest) return;
        const double right = sum - left;
        const auto below = static_cast<double>(count), above = static_cast<double>(all - count);
        const double gain = left * left / below + right * right / above - sum * sum / static_cast<double>(all);
        if (gain > best.gain) best = {static_cast<int>(feature), threshold, gain};
    }

    void tryLevels(std::size_t feature, const Rows& rows, double sum, Split& best) const {
        const auto levels = table_.levels(feature);
        std::array<double, kMostLevels> sums;
        std::array<std::size_t, kMostLevels> counts;
        std::fill_n(sums.begin(), levels.size(), 0.0);
        std::fill_n(counts.begin(), levels.size(), std::size_t{0});
        for (const std::size_t row : rows) {
            const std::uint8_t place = table_.place(feature, row);
            sums[place] += values_[row];
            ++counts[place];
        }
        double left = 0;
        std::size_t count = 0;
        for (std::size_t level = 0; level < levels.size(); ++level) {
            if (counts[level] == 0) continue;
            left += sums[level];
            count += counts[level];
            std::size_t next = level + 1;
            while (next < levels.size() && counts[next] == 0)
                ++next;
            if (next < levels.size())
                trySplit(feature, 0.5 * (levels[level] + levels[next]), left, count, rows.size(), sum, best);
        }
    }

    void tryFeature(std::size_t feature, Rows& rows, double sum, Split& best) const {
        if (!table_.levels(feature).empty()) return tryLevels(feature, rows, sum, best);
        std::ranges::sort(rows, [&](std::size_t a, std::size_t b) {
            return points_[a][feature] < points_[b][feature] || (points_[a][feature] == points_[b][feature] && a < b);
        });
        double left = 0;
        for (std::size_t i = 0; i + 1 < rows.size(); ++i) {
            left += values_[rows[i]];
            const double here = points_[rows[i]][feature], next = points_[rows[i + 1]][feature];
            if (here != next) trySplit(feature, 0.5 * (here + next), left, i + 1, rows.size(), sum, best);
        }
    }

    /// The features that the next split looks at: all, or a share of them in the order of a shuffle.
    std::vector<std::size_t> featuresOfSplit() {
        std::vector<std::size_t> features(points_.front().size());
        std::iota(features.begin(), features.end(), std::size_t{0});
        if (options_.feature_share >= 1) return features;
        for (std::size_t i = features.size(); i > 1; --i)
            std::swap(features[i - 1], features[random_.nextBelow(i)]);
        const double wanted = std::ceil(options_.feature_share * static_cast<double>(features.size()));
        features.resize(std::max<std::size_t>(1, static_cast<std::size_t>(wanted)));
        return features;
    }

    void grow(std::size_t node, Rows rows, std::size_t depth) {
        const double sum = sumOf(rows);
        tree_.value[node] = options_.scale * sum / static_cast<double>(rows.size());
        if (depth == options_.depth || rows.size() < 2 * options_.fewest) return;
        Split best;
        for (const std::size_t feature : featuresOfSplit())
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

    const SplitTable& table_;
    const Points& points_;
    std::span<const double> values_;
    const GrowthOptions& options_;
    CounterRandom& random_;
    PredictorTree tree_;
};

} // namespace

SplitTable::SplitTable(const Points& points) : points_(&points) {
    const std::size_t features = points.empty() ? 0 : points.front().size();
    for (std::size_t feature = 0; feature < features; ++feature) {
        std::vector<double> levels;
        for (const std::vector<double>& point : points)
            levels.push_back(point[feature]);
        std::ranges::sort(levels);
        levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
        if (levels.size() > kMostLevels) levels.clear();
        std::vector<std::uint8_t> places;
        for (std::size_t row = 0; row < points.size() && !levels.empty(); ++row)
            places.push_back(
                static_cast<std::uint8_t>(std::ranges::lower_bound(levels, points[row][feature]) - levels.begin()));
        levels_.push_back(std::move(levels));
        places_.push_back(std::move(places));
    }
}

PredictorTree growTree(const SplitTable& table, std::span<const double> values, Rows rows, const GrowthOptions& options,
                       CounterRandom& random) {
    return Grower(table, values, options, random).grow(std::move(rows));
}

double treeValue(const PredictorTree& tree, std::span<const double> point) {
    std::size_t node = 0;
    while (tree.feature[node] >= 0) {
        const bool left = point[static_cast<std::size_t>(tree.feature[node])] <= tree.threshold[node];
        node = static_cast<std::size_t>(left ? tree.left[node] : tree.right[node]);
    }
    return tree.value[node];
}

} // namespace strata::learn
