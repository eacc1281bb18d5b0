// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/search/mapping_search.h"

namespace strata::npu::detail {
namespace {

/// FNV-1a over loops and keeps: equal mappings have equal hashes, and two different ones seldom.
std::uint64_t hashOf(const Mapping& mapping) {
    std::uint64_t hash = 14695981039346656037ULL;
    const auto mix = [&hash](std::uint64_t value) {
        hash = (hash ^ value) * 1099511628211ULL;
        hash ^= hash >> 29; // values are whole words: their high bits have to reach the low ones
    };
    for (const LevelMapping& level : mapping.levels) {
        for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y}) {
            mix(loops->size() + 1000);
            for (const Loop& loop : *loops)
                mix(loop.bound * detail::kMaxDimensions + loop.dimension);
        }
        std::uint64_t kept = 1;
        for (const bool keep : level.keep)
            kept = 2 * kept + (keep ? 1 : 0);
        mix(kept);
    }
    return hash;
}

} // namespace

SearchState::SearchState(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                         const MapperSettings& settings, const std::stop_token& stop)
    : evaluator_(evaluator), settings_(settings), stop_(stop), start_(start),
      moves_(evaluator.architecture(), evaluator.problem(), family, settings), random_(settings.seed),
      known_(std::min(settings.budget, kMostReserved)), best_(start) {
    tryMapping(start);
}

bool SearchState::step(Mapping& mapping) {
    if (!step(mapping, scratch_)) return false;
    std::swap(mapping, scratch_);
    return true;
}

bool SearchState::step(const Mapping& from, Mapping& to) {
    if (moves_.step(from, random_, to)) return true;
    ++pruned_;
    ++idle_;
    return false;
}

Worth SearchState::tryMapping(const Mapping& mapping) {
    const std::uint64_t hash = hashOf(mapping);
    const bool full = known_.size() >= kMostKnown;
    const auto [worth, is_new] = full ? std::pair(known_.find(hash), known_.find(hash) == nullptr) : known_.place(hash);
    if (!is_new) {
        ++pruned_;
        ++idle_;
        return *worth;
    }
    if (full) return tryFresh(mapping);
    return *worth = tryFresh(mapping);
}

Worth SearchState::tryFresh(const Mapping& mapping) {
    idle_ = 0;
    const Worth worth = evaluate(mapping);
    if (worth < best_worth_) {
        best_ = mapping;
        best_worth_ = worth;
    }
    return worth;
}

Worth SearchState::evaluate(const Mapping& mapping) {
    if (moves_.restricted() && !moves_.obeys(mapping)) {
        ++pruned_;
        return {};
    }
    evaluator_.evaluate(mapping, result_);
    ++evaluated_;
    if (!result_.violations.empty()) return {};
    const double edp = result_.energy_pj * result_.cycles;
    switch (settings_.goal) {
    case MappingGoal::Edp: break;
    case MappingGoal::Energy: return {result_.energy_pj, edp};
    case MappingGoal::Latency: return {result_.cycles, edp};
    }
    return {edp, edp};
}

/// All loops outermost but those that are fixed: no mapping has smaller tiles, so that a level which does not hold them
/// fits in none.
std::optional<Error> SearchState::levelThatFails() {
    const auto& problem = evaluator_.problem();
    const auto smallest = withFix(outermostMapping(evaluator_.architecture(), problem), problem, settings_.fix);
    if (!smallest) return std::nullopt;
    evaluator_.evaluate(*smallest, result_);
    for (const Violation& violation : result_.violations) {
        if (violation.kind != Violation::Kind::Capacity) continue;
        const LevelResult& level = result_.levels[violation.level];
        const std::string& name = evaluator_.architecture().levels[violation.level].name;
        return Error{"does-not-fit",
                     settings_.fix.loops.empty() ? "/plan/search" : settings_.fix.pointer,
                     {"error.level-holds-not-even-smallest-tiles",
                      {{"level", name}, {"words", level.used_words}, {"capacity", level.capacity_words}}},
                     {"accepted.level-of-so-many-words", {{"level", name}, {"words", level.used_words}}},
                     {}};
    }
    return std::nullopt;
}

Result<FoundMapping> SearchState::answer() {
    if (stop_.stop_requested()) return Error{"cancelled", {}, {"error.search-for-mapping-cancelled"}, {}, {}};
    if (best_worth_.valid()) {
        FoundMapping found;
        found.mapping = std::move(best_);
        found.goal = best_worth_.goal;
        found.evaluated = evaluated_;
        found.pruned = pruned_;
        return found;
    }
    if (auto level = levelThatFails()) return *std::move(level);
    const bool fixed = !settings_.fix.loops.empty() || settings_.fix.restricts();
    return Error{"does-not-fit",
                 fixed ? settings_.fix.pointer : "/plan/search",
                 {"error.no-mapping-fits-found-among", {{"evaluated", evaluated_}}},
                 fixed ? Message{"accepted.fixed-factors-whose-tiles-fit-beside"}
                       : Message{"accepted.larger-budget-or-levels-hold-one"},
                 {}};
}

} // namespace strata::npu::detail
