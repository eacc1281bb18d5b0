// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/search/mapping_search.h"

#include <cmath>
#include <utility>

namespace strata::npu::detail {
namespace {

// Neighbours that are tried before a local optimum is left, and how far it is left behind.
constexpr int kPatience = 80;
constexpr std::uint64_t kLeastKick = 3;
constexpr std::uint64_t kKicks = 10;
constexpr double kRestartShare = 0.1;

// Steps of the first round of annealing, and how much worse a mapping may be at its beginning and end, as a logarithm
// of the goal: by these factors one of e moves is taken.
constexpr std::uint64_t kFirstRound = 400;
constexpr double kHot = 1.0;
constexpr double kCold = 0.01;

void kick(SearchState& state, Mapping& here) {
    CounterRandom& random = state.random();
    here = random.nextUniform() < kRestartShare ? state.start() : state.best();
    const std::uint64_t steps = kLeastKick + random.nextBelow(kKicks);
    for (std::uint64_t k = 0; k < steps; ++k)
        state.step(here);
}

} // namespace

void searchPruned(SearchState& state) {
    Mapping here = state.start(), next;
    Worth worth = state.bestWorth();
    int failures = 0;
    while (state.more()) {
        if (!state.step(here, next)) continue;
        const Worth reached = state.tryMapping(next);
        failures = reached < worth ? 0 : failures + 1;
        if (!(worth < reached)) {
            std::swap(here, next);
            worth = reached;
        }
        if (failures <= kPatience) continue;
        failures = 0;
        kick(state, here);
        worth = state.tryMapping(here);
    }
}

void searchRandom(SearchState& state) {
    Mapping here = state.start();
    constexpr int kSteps = 20;
    while (state.more()) {
        for (int k = 0; k < kSteps; ++k)
            state.step(here);
        state.tryMapping(here);
    }
}

/// Rounds that each begin hot at the best mapping so far and are twice as long as the one before: what a larger budget
/// adds comes behind what a smaller one does.
void searchAnnealing(SearchState& state) {
    for (std::uint64_t round = kFirstRound; state.more(); round *= 2) {
        Mapping here = state.best(), next;
        Worth worth = state.bestWorth();
        for (std::uint64_t k = 0; k < round && state.more(); ++k) {
            const double share = static_cast<double>(k) / static_cast<double>(round);
            const double temperature = kHot * std::pow(kCold / kHot, share);
            if (!state.step(here, next)) continue;
            const Worth reached = state.tryMapping(next);
            const double luck = state.random().nextUniform();
            const bool better = !(worth < reached);
            if (!better && !(worth.valid() && reached.valid() &&
                             luck < std::exp(-std::log(reached.goal / worth.goal) / temperature)))
                continue;
            std::swap(here, next);
            worth = reached;
        }
    }
}

} // namespace strata::npu::detail
