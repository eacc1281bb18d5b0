// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper.h"
#include "core/npu/search/known_mappings.h"
#include "core/npu/search/mapping_moves.h"

#include <algorithm>

/// What the ways to look for a mapping share.
namespace strata::npu::detail {

/// Evaluates mappings within a budget, each once, and remembers the best.
class SearchState {
public:
    SearchState(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                const MapperSettings& settings, const std::stop_token& stop);

    bool more() const { return evaluated_ < settings_.budget && idle_ < mostIdle() && !stop_.stop_requested(); }
    /// One random move; false, and the mapping as before, where it came to none.
    bool step(Mapping& mapping);
    /// The same from one mapping to another, which holds anything where it came to none.
    bool step(const Mapping& from, Mapping& to);
    /// Keeps the mapping if it is the best so far. Known ones cost nothing of the budget.
    Worth tryMapping(const Mapping& mapping);
    /// The same for mappings that never come twice.
    Worth tryFresh(const Mapping& mapping);

    const Mapping& best() const { return best_; }
    const Worth& bestWorth() const { return best_worth_; }
    const Mapping& start() const { return start_; }
    const MappingMoves& moves() const { return moves_; }
    const MapperSettings& settings() const { return settings_; }
    LoopNestEvaluator& evaluator() { return evaluator_; }
    CounterRandom& random() { return random_; }
    std::uint64_t evaluated() const { return evaluated_; }
    void countPruned() { ++pruned_; }

    Result<FoundMapping> answer();

private:
    // A space smaller than the budget ends the search when this many steps in a row lead to nothing new. The more of a
    // space is known, the longer it takes until chance meets what is left.
    static constexpr std::uint64_t kLeastIdle = 2'000;
    static constexpr std::uint64_t kMostIdle = 20'000;
    std::uint64_t mostIdle() const { return std::min(kMostIdle, kLeastIdle + 2 * evaluated_); }
    static constexpr std::size_t kMostKnown = 4'000'000; // mappings that are remembered
    static constexpr std::uint64_t kMostReserved = 1 << 16;

    Worth evaluate(const Mapping& mapping);
    std::optional<Error> levelThatFails();

    LoopNestEvaluator& evaluator_;
    const MapperSettings& settings_;
    const std::stop_token& stop_;
    const Mapping& start_;
    MappingMoves moves_;
    CounterRandom random_;
    LoopNestResult result_;
    KnownMappings known_;
    Mapping best_, scratch_;
    Worth best_worth_;
    std::uint64_t evaluated_ = 0, pruned_ = 0, idle_ = 0;
};

/// The strategies of builtinMappers(); each stops when the state says that its budget is spent.
void searchPruned(SearchState& state);
void searchRandom(SearchState& state);
void searchAnnealing(SearchState& state);
void searchGenetic(SearchState& state);

/// Size of the space at most, and whether all of it was looked at.
struct Extent {
    double space = 0.0;
    bool complete = false;
};
Extent searchExhaustive(SearchState& state);
/// The size alone.
double spaceOf(SearchState& state);

} // namespace strata::npu::detail
