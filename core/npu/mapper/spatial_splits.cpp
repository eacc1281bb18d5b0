// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/spatial_splits.h"

#include <algorithm>

namespace strata::npu::detail {
namespace {

/// Divides a split into factors over X and over Y.
class AxisDivision {
public:
    AxisDivision(const MapSpace& space, std::size_t level, const Factors& split)
        : space_(space), level_(level), split_(split), width_(space.architecture->levels[level].fanout_x),
          height_(space.architecture->levels[level].fanout_y) {}

    template <class Visit>
    bool visit(std::size_t at, std::uint64_t product_x, std::uint64_t product_y, Visit&& found) {
        if (at == space_.dimensions.size()) return found(x_);
        const std::uint32_t d = space_.dimensions[at];
        for (std::uint32_t x = 1; x <= split_[d]; ++x) {
            if (split_[d] % x != 0) continue;
            const std::uint32_t y = split_[d] / x;
            if (product_x * x > width_ || product_y * y > height_) continue;
            if (!space_.spatial_x[level_][d].admits(x) || !space_.spatial_y[level_][d].admits(y)) continue;
            x_[d] = x;
            if (!visit(at + 1, product_x * x, product_y * y, found)) return false;
        }
        return true;
    }

private:
    const MapSpace& space_;
    std::size_t level_;
    const Factors& split_;
    std::uint64_t width_, height_;
    Factors x_{};
};

bool canArrange(const MapSpace& space, std::size_t level, const Factors& split) {
    bool possible = false;
    AxisDivision(space, level, split).visit(0, 1, 1, [&](const Factors&) {
        possible = true;
        return false;
    });
    return possible;
}

struct Listing {
    const MapSpace& space;
    std::size_t level;
    std::size_t most;
    std::vector<SpatialSplit>& splits;
    std::uint64_t copies;
    SpatialSplit split{};

    bool run(std::size_t at) {
        if (at == space.dimensions.size()) {
            if (!canArrange(space, level, split.factor)) return true;
            splits.push_back(split);
            return splits.size() < most;
        }
        const std::uint32_t d = space.dimensions[at];
        const std::uint64_t product = split.product;
        const FactorRange& x = space.spatial_x[level][d];
        const FactorRange& y = space.spatial_y[level][d];
        for (std::uint64_t factor = 1; factor <= space.bound[d] && product * factor <= copies; ++factor) {
            if (space.bound[d] % factor != 0 || (factor > 1 && x.most == 1 && y.most == 1)) continue;
            split.factor[d] = static_cast<std::uint32_t>(factor);
            split.product = product * factor;
            if (!run(at + 1)) return false;
        }
        split.product = product;
        return true;
    }
};

/// All orders of the loops of one axis.
std::vector<std::vector<Loop>> ordersOf(const MapSpace& space, const Factors& factors, bool only_first) {
    std::vector<Loop> loops;
    for (const std::uint32_t d : space.dimensions)
        if (factors[d] > 1) loops.push_back({d, factors[d], factors[d]});
    std::vector<std::vector<Loop>> orders;
    const auto by_dimension = [](const Loop& a, const Loop& b) { return a.dimension < b.dimension; };
    do
        orders.push_back(loops);
    while (!only_first && std::next_permutation(loops.begin(), loops.end(), by_dimension));
    return orders;
}

} // namespace

bool listSpatialSplits(const MapSpace& space, std::size_t level, std::size_t most, std::vector<SpatialSplit>& splits) {
    const hardware::NpuLevel& facts = space.architecture->levels[level];
    Listing listing{space, level, most, splits, std::uint64_t{facts.fanout_x} * facts.fanout_y};
    listing.split.factor.fill(1);
    return listing.run(0);
}

std::vector<SpatialArrangement> arrangementsOf(const MapSpace& space, std::size_t level, const Factors& split,
                                               bool only_first) {
    std::vector<SpatialArrangement> arrangements;
    AxisDivision(space, level, split).visit(0, 1, 1, [&](const Factors& x) {
        Factors y = split;
        for (const std::uint32_t d : space.dimensions)
            y[d] /= x[d];
        const auto along_y = ordersOf(space, y, only_first);
        for (const auto& order_x : ordersOf(space, x, only_first)) {
            for (const auto& order_y : along_y)
                arrangements.push_back({order_x, order_y});
        }
        return !only_first;
    });
    return arrangements;
}

} // namespace strata::npu::detail
