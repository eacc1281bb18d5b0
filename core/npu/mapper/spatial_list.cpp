// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/spatial_list.h"

#include "core/npu/mapper/compulsory.h"
#include "core/npu/mapper/symmetry.h"

#include <algorithm>
#include <numeric>

namespace strata::npu::detail {
namespace {

constexpr std::size_t kMostSplits = 1 << 20; ///< of one level
constexpr std::size_t kMostChoices = 1 << 23;

std::array<Factors, kMaxLevels> factorsOf(const std::vector<std::size_t>& levels,
                                          const std::vector<std::vector<SpatialSplit>>& splits,
                                          const std::uint32_t* chosen) {
    std::array<Factors, kMaxLevels> factors;
    for (Factors& level : factors)
        level.fill(1);
    for (std::size_t k = 0; k < levels.size(); ++k)
        factors[levels[k]] = splits[k][chosen[k]].factor;
    return factors;
}

struct Combination {
    const MapSpace& space;
    const std::vector<std::size_t>& levels;
    const std::vector<std::vector<SpatialSplit>>& splits;
    MappingGoal goal;
    const Worth& incumbent;
    std::vector<std::uint32_t>& chosen;
    std::vector<double>& cycles;
    std::vector<std::uint32_t> current{};
    PerDimension<std::uint64_t> rest{};
    std::vector<Exchange> symmetries{};
    std::vector<double> most_inside{}; ///< by position: units that the levels from there on use at most

    void prepare() {
        most_inside.assign(splits.size() + 1, 1.0);
        for (std::size_t k = splits.size(); k-- > 0;) {
            std::uint64_t most = 1;
            for (const SpatialSplit& split : splits[k])
                most = std::max(most, split.product);
            most_inside[k] = most_inside[k + 1] * static_cast<double>(most);
        }
    }

    bool isTwin() const {
        return !symmetries.empty() && hasEarlierImage(space, symmetries, factorsOf(levels, splits, current.data()));
    }

    bool run(std::size_t at, std::uint64_t product) {
        const double most = static_cast<double>(product) * most_inside[at];
        if (!isEnough(most / space.units, space.least_utilization)) return true;
        if (at == splits.size()) {
            const double units = static_cast<double>(product);
            const double time = space.macs / units;
            if (!mayImprove(compulsory(space, time), goal, incumbent) || isTwin()) return true;
            chosen.insert(chosen.end(), current.begin(), current.end());
            cycles.push_back(time);
            return cycles.size() < kMostChoices;
        }
        for (std::uint32_t i = 0; i < splits[at].size(); ++i) {
            const SpatialSplit& split = splits[at][i];
            bool divides = true;
            for (const std::uint32_t d : space.dimensions)
                divides = divides && rest[d] % split.factor[d] == 0;
            if (!divides) continue;
            for (const std::uint32_t d : space.dimensions)
                rest[d] /= split.factor[d];
            current.push_back(i);
            const bool on = run(at + 1, product * split.product);
            current.pop_back();
            for (const std::uint32_t d : space.dimensions)
                rest[d] *= split.factor[d];
            if (!on) return false;
        }
        return true;
    }
};

} // namespace

std::array<Factors, kMaxLevels> SpatialChoices::factors(std::uint32_t choice) const {
    return factorsOf(levels_, splits_, chosen_.data() + std::size_t{order_[choice]} * levels_.size());
}

SpatialChoices listSpatialChoices(const MapSpace& space, MappingGoal goal, const Worth& incumbent) {
    SpatialChoices choices;
    for (std::size_t l = 0; l < space.levels; ++l) {
        std::vector<SpatialSplit> splits;
        choices.complete_ = listSpatialSplits(space, l, kMostSplits, splits) && choices.complete_;
        const bool trivial = splits.size() == 1 && splits.front().product == 1;
        if (trivial) continue;
        choices.levels_.push_back(l);
        choices.splits_.push_back(std::move(splits));
    }
    Combination combination{space, choices.levels_, choices.splits_, goal, incumbent, choices.chosen_, choices.cycles_};
    combination.rest = space.bound;
    combination.symmetries = symmetriesOf(space);
    combination.prepare();
    choices.complete_ = combination.run(0, 1) && choices.complete_;
    choices.order_.resize(choices.cycles_.size());
    std::iota(choices.order_.begin(), choices.order_.end(), 0u);
    std::stable_sort(choices.order_.begin(), choices.order_.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return choices.cycles_[a] < choices.cycles_[b]; });
    return choices;
}

} // namespace strata::npu::detail
