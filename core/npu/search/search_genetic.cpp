// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/search/mapping_search.h"

#include <algorithm>

namespace strata::npu::detail {
namespace {

constexpr std::size_t kPopulation = 40;
constexpr std::uint64_t kScatter = 30; // most moves from the start to a first member
constexpr double kCrossShare = 0.6;    // children of two parents; others of one
constexpr std::uint64_t kMostMutations = 3;
constexpr int kPatience = 1500; // children without a new best, before all but the best are replaced

struct Member {
    Mapping mapping;
    Worth worth;
};

/// Loops of a place: those of one parent over its dimensions, then those of the other where they stood.
std::vector<Loop> mixedLoops(const std::vector<Loop>& mother, const std::vector<Loop>& father,
                             const std::vector<bool>& from_father) {
    std::vector<Loop> loops;
    for (const Loop& loop : mother)
        if (!from_father[loop.dimension]) loops.push_back(loop);
    for (std::size_t i = 0; i < father.size(); ++i) {
        if (!from_father[father[i].dimension]) continue;
        loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(std::min(i, loops.size())), father[i]);
    }
    return loops;
}

class Population {
public:
    explicit Population(SearchState& state) : state_(state) { scatter({state.start(), state.bestWorth()}); }

    void run() {
        int failures = 0;
        while (state_.more()) {
            const Worth before = state_.bestWorth();
            Mapping child = crossed();
            const std::uint64_t mutations = 1 + state_.random().nextBelow(kMostMutations);
            for (std::uint64_t m = 0; m < mutations; ++m)
                state_.step(child);
            enter({std::move(child), {}});
            failures = state_.bestWorth() < before ? 0 : failures + 1;
            if (failures <= kPatience) continue;
            failures = 0;
            scatter({state_.best(), state_.bestWorth()});
        }
    }

private:
    void scatter(Member first) {
        members_.assign(1, std::move(first));
        while (members_.size() < kPopulation && state_.more()) {
            Member member{state_.start(), {}};
            const std::uint64_t steps = 1 + state_.random().nextBelow(kScatter);
            for (std::uint64_t k = 0; k < steps; ++k)
                state_.step(member.mapping);
            member.worth = state_.tryMapping(member.mapping);
            members_.push_back(std::move(member));
        }
    }

    const Member& parent() {
        CounterRandom& random = state_.random();
        const Member& a = members_[random.nextBelow(members_.size())];
        const Member& b = members_[random.nextBelow(members_.size())];
        return b.worth < a.worth ? b : a;
    }

    Mapping crossed() {
        CounterRandom& random = state_.random();
        const Mapping& mother = parent().mapping;
        if (random.nextUniform() >= kCrossShare) return mother;
        const Mapping& father = parent().mapping;
        std::vector<bool> from_father(state_.evaluator().problem().dimensions.size());
        for (std::size_t d = 0; d < from_father.size(); ++d)
            from_father[d] = random.nextUniform() < 0.5;
        Mapping child = mother;
        for (std::size_t l = 0; l < child.levels.size(); ++l) {
            for (const LoopKind kind : {LoopKind::Temporal, LoopKind::SpatialX, LoopKind::SpatialY}) {
                loopsAt(child.levels[l], kind) =
                    mixedLoops(loopsAt(mother.levels[l], kind), loopsAt(father.levels[l], kind), from_father);
            }
        }
        if (random.nextUniform() < 0.5) {
            for (std::size_t l = 0; l < child.levels.size(); ++l)
                child.levels[l].keep = father.levels[l].keep;
        }
        state_.settings().fix.setOrder(child);
        return state_.moves().fits(child) ? child : mother;
    }

    /// A child that is better takes the place of the worst; one that is there already does not come twice.
    void enter(Member child) {
        child.worth = state_.tryMapping(child.mapping);
        const auto worst = std::max_element(members_.begin(), members_.end(),
                                            [](const Member& a, const Member& b) { return a.worth < b.worth; });
        const bool twin = std::any_of(members_.begin(), members_.end(), [&](const Member& member) {
            return member.worth.goal == child.worth.goal && member.mapping == child.mapping;
        });
        if (child.worth < worst->worth && !twin) *worst = std::move(child);
    }

    SearchState& state_;
    std::vector<Member> members_;
};

} // namespace

void searchGenetic(SearchState& state) { Population(state).run(); }

} // namespace strata::npu::detail
