// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/map_space.h"
#include "core/npu/search/mapping_search.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {
namespace {

/// A mapping grows dimension by dimension; a branch whose tiles or fan-outs do not fit is left at once, since what
/// comes only makes them larger.
class Enumeration {
public:
    explicit Enumeration(SearchState& state) : state_(state), moves_(state.moves()) {
        const auto& dimensions = state.evaluator().problem().dimensions;
        mapping_ = state.start();
        for (LevelMapping& level : mapping_.levels)
            level.temporal.clear(), level.spatial_x.clear(), level.spatial_y.clear();
        for (std::uint32_t d = 0; d < dimensions.size(); ++d) {
            if (dimensions[d].bound < 2) continue;
            dimensions_.push_back(d);
            divisors_.push_back(divisorsOf(dimensions[d].bound));
        }
    }

    Extent run() {
        Extent extent{space(), false};
        extent.complete = keeps(0);
        return extent;
    }

    /// Splits of every dimension, orders of as many loops as a level may have, and choices of what it holds.
    double space() const {
        const auto& problem = state_.evaluator().problem();
        double count = std::pow(2.0, static_cast<double>(moves_.changeableKeeps().size()));
        for (const std::uint32_t d : dimensions_)
            count *= splits(d, problem.dimensions[d].bound);
        for (std::size_t l = 0; l < mapping_.levels.size(); ++l) {
            double loops = 0.0;
            for (const std::uint32_t d : dimensions_) {
                const auto& places = moves_.places(d);
                loops += std::find(places.begin(), places.end(), LoopPlace{l, LoopKind::Temporal}) != places.end()
                             ? 1.0
                             : 0.0;
            }
            count *= std::tgamma(loops + 1.0);
        }
        return count;
    }

private:
    /// Ordered splits of a number into whole factors at the places of a dimension: each prime's copies are spread over
    /// the places on their own.
    double splits(std::uint32_t d, std::uint64_t bound) const {
        const auto places = static_cast<double>(moves_.places(d).size());
        double count = 1.0;
        for (std::uint64_t prime = 2; bound > 1; ++prime) {
            if (prime > bound / prime) prime = bound;
            for (double copies = 1.0; bound % prime == 0; ++copies, bound /= prime)
                count *= (places - 1.0 + copies) / copies;
        }
        return count;
    }

    /// False where the search ended before the branch was through.
    bool keeps(std::size_t at) {
        const auto& changeable = moves_.changeableKeeps();
        if (at == changeable.size()) return moves_.everythingKept(mapping_) ? dimension(0) : true;
        const auto [level, tensor] = changeable[at];
        for (const bool kept : {true, false}) {
            mapping_.levels[level].keep[tensor] = kept;
            if (!keeps(at + 1)) return false;
        }
        return true;
    }

    bool dimension(std::size_t at) {
        if (at == dimensions_.size()) {
            if (moves_.usesUnits(mapping_)) return orders(0);
            state_.countPruned();
            return state_.more();
        }
        const std::uint32_t d = dimensions_[at];
        std::uint64_t rest = state_.evaluator().problem().dimensions[d].bound;
        std::vector<LoopPlace> fixed;
        for (const MappingFix::FixedLoop& loop : state_.settings().fix.loops) {
            if (loop.dimension != d || loop.bound < 2) continue;
            if (rest % loop.bound != 0) return true;
            rest /= loop.bound;
            loopsAt(mapping_.levels[loop.place.level], loop.place.kind).push_back({d, loop.bound, loop.bound});
            fixed.push_back(loop.place);
        }
        const bool on = split(at, 0, rest);
        for (const LoopPlace place : fixed)
            loopsAt(mapping_.levels[place.level], place.kind).pop_back();
        return on;
    }

    bool split(std::size_t at, std::size_t place, std::uint64_t rest) {
        const std::uint32_t d = dimensions_[at];
        const auto& places = moves_.places(d);
        if (place == places.size()) {
            if (rest != 1) return true;
            if (moves_.fitsHardware(mapping_)) return dimension(at + 1);
            state_.countPruned();
            return state_.more();
        }
        auto& loops = loopsAt(mapping_.levels[places[place].level], places[place].kind);
        for (const std::uint64_t factor : divisors_[at]) {
            if (rest % factor != 0 || (place + 1 == places.size() && factor != rest)) continue;
            if (factor > 1) loops.push_back({d, factor, factor});
            const bool on = split(at, place + 1, rest / factor);
            if (factor > 1) loops.pop_back();
            if (!on) return false;
        }
        return true;
    }

    bool orders(std::size_t level) {
        if (level == mapping_.levels.size()) {
            if (!state_.more()) return false;
            if (!moves_.restricted() || moves_.obeys(mapping_)) state_.tryFresh(mapping_);
            return true;
        }
        auto& loops = mapping_.levels[level].temporal;
        const std::vector<Loop> before = loops;
        const auto by_dimension = [](const Loop& a, const Loop& b) { return a.dimension < b.dimension; };
        std::sort(loops.begin(), loops.end(), by_dimension);
        bool on = true;
        do {
            on = orders(level + 1);
        } while (on && std::next_permutation(loops.begin(), loops.end(), by_dimension));
        loops = before;
        return on;
    }

    SearchState& state_;
    const MappingMoves& moves_;
    std::vector<std::uint32_t> dimensions_;
    std::vector<std::vector<std::uint64_t>> divisors_; ///< of the dimensions' bounds, ascending
    Mapping mapping_;
};

} // namespace

Extent searchExhaustive(SearchState& state) { return Enumeration(state).run(); }
double spaceOf(SearchState& state) { return Enumeration(state).space(); }

} // namespace strata::npu::detail
