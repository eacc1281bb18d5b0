// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper.h"

#include "core/npu/factors.h"
#include "core/npu/mapper/branch_and_bound.h"
#include "core/npu/mapper/most_units.h"
#include "core/npu/search/mapping_moves.h"
#include "core/npu/search/mapping_search.h"

#include <algorithm>
#include <array>

namespace strata::npu {
namespace {

constexpr std::array<std::string_view, 3> kGoals{"edp", "energy", "latency"};

bool fits(LoopNestEvaluator& evaluator, const Mapping& mapping) {
    LoopNestResult result;
    evaluator.evaluate(mapping, result);
    return result.violations.empty();
}

/// The start with what is fixed in place. Where both do not fit together, from where no step may lead back, the fixed
/// factors alone: the rest runs outermost.
Result<Mapping> fixedStart(LoopNestEvaluator& evaluator, const Mapping& start, const MappingFix& fix) {
    auto fixed = withFix(start, evaluator.problem(), fix);
    if (!fixed || fix.loops.empty() || fits(evaluator, *fixed)) return fixed;
    auto bare = withFix(outermostMapping(evaluator.architecture(), evaluator.problem()), evaluator.problem(), fix);
    return bare && fits(evaluator, *bare) ? bare : fixed;
}

/// Whether whole factors may stand somewhere for what the fixed ones leave of each dimension.
bool leavesPlaces(const LoopNestEvaluator& evaluator, std::string_view family, const MapperSettings& settings) {
    const MappingMoves moves(evaluator.architecture(), evaluator.problem(), family, settings);
    const auto& dimensions = evaluator.problem().dimensions;
    for (std::uint32_t d = 0; d < dimensions.size(); ++d) {
        std::uint64_t product = 1;
        for (const MappingFix::FixedLoop& loop : settings.fix.loops)
            if (loop.dimension == d) product = saturatingProduct(product, loop.bound);
        if (dimensions[d].bound % product != 0) return false;
        if (product < dimensions[d].bound && moves.places(d).empty()) return false;
    }
    return true;
}

/// Where branch-and-bound begins. Fixed factors may leave a dimension places in space alone, over which no start
/// spreads it: then the start only tells which tensors the levels hold.
Result<Mapping> startOfProof(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                             const MapperSettings& settings) {
    auto fixed = fixedStart(evaluator, start, settings.fix);
    if (fixed || !leavesPlaces(evaluator, family, settings)) return fixed;
    return withFixedKeeps(start, evaluator.problem(), settings.fix);
}

/// The same as searches by steps need it: they go on from what obeys all constraints. Where the start does not, the
/// first mapping that branch-and-bound meets does.
Result<Mapping> obeyingStart(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                             const MapperSettings& settings, const std::stop_token& stop) {
    auto fixed = startOfProof(evaluator, start, family, settings);
    if (!fixed) return fixed;
    const MappingMoves moves(evaluator.architecture(), evaluator.problem(), family, settings);
    if (settings.fix.stands(*fixed) && (!moves.restricted() || (moves.obeys(*fixed) && fits(evaluator, *fixed))))
        return fixed;
    MapperSettings first = settings;
    first.gap = 1e9;
    first.remainder_budget = 0;
    first.budget = std::max<std::uint64_t>(settings.budget, 100'000);
    first.watch = {};
    auto found = detail::searchBranchAndBound(evaluator, *fixed, family, first, stop);
    if (!found) return found.error();
    return std::move(found->mapping);
}

/// A search whose refusal names the share of the units that would fit, where one was asked for.
template <auto Search>
Result<FoundMapping> withReason(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                const MapperSettings& settings, const std::stop_token& stop) {
    auto found = Search(evaluator, start, family, settings, stop);
    if (found || found.error().code != "does-not-fit" || leastUtilization(settings) <= 0.0) return found;
    auto fixed = startOfProof(evaluator, start, family, settings);
    if (!fixed) return found;
    if (auto reason = detail::tooManyUnits(evaluator, *fixed, family, settings, stop)) return *std::move(reason);
    return found;
}

template <void (*Search)(detail::SearchState&)>
Result<FoundMapping> run(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                         const MapperSettings& settings, const std::stop_token& stop) {
    auto fixed = obeyingStart(evaluator, start, family, settings, stop);
    if (!fixed) return fixed.error();
    detail::SearchState state(evaluator, *fixed, family, settings, stop);
    Search(state);
    return state.answer();
}

Result<FoundMapping> runExhaustive(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                   const MapperSettings& settings, const std::stop_token& stop) {
    auto fixed = obeyingStart(evaluator, start, family, settings, stop);
    if (!fixed) return fixed.error();
    detail::SearchState state(evaluator, *fixed, family, settings, stop);
    const detail::Extent extent = detail::searchExhaustive(state);
    auto found = state.answer();
    if (!found) return found;
    found->space = extent.space;
    found->complete = extent.complete;
    return found;
}

/// Chance needs long to meet the last mapping of a small space, and never knows that it was the last: where factors are
/// whole and the budget covers the space, every mapping is looked at once.
Result<FoundMapping> runPruned(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                               const MapperSettings& settings, const std::stop_token& stop) {
    auto fixed = obeyingStart(evaluator, start, family, settings, stop);
    if (!fixed) return fixed.error();
    detail::SearchState state(evaluator, *fixed, family, settings, stop);
    if (state.moves().allowsRemainders() || detail::spaceOf(state) >= static_cast<double>(settings.budget)) {
        detail::searchPruned(state);
        return state.answer();
    }
    return runExhaustive(evaluator, start, family, settings, stop);
}

Result<FoundMapping> runBranchAndBound(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                       const MapperSettings& settings, const std::stop_token& stop) {
    auto fixed = startOfProof(evaluator, start, family, settings);
    if (!fixed) return fixed.error();
    return detail::searchBranchAndBound(evaluator, *fixed, family, settings, stop);
}

} // namespace

std::string_view name(MappingGoal goal) { return kGoals[static_cast<std::size_t>(goal)]; }

std::optional<MappingGoal> mappingGoalNamed(std::string_view name) {
    const auto found = std::find(kGoals.begin(), kGoals.end(), name);
    if (found == kGoals.end()) return std::nullopt;
    return static_cast<MappingGoal>(found - kGoals.begin());
}

std::span<const Mapper> builtinMappers() {
    static constexpr std::array kMappers{Mapper{"pruned", withReason<runPruned>},
                                         Mapper{"random", withReason<run<detail::searchRandom>>},
                                         Mapper{"annealing", withReason<run<detail::searchAnnealing>>},
                                         Mapper{"genetic", withReason<run<detail::searchGenetic>>},
                                         Mapper{"exhaustive", withReason<runExhaustive>},
                                         Mapper{"branch-and-bound", withReason<runBranchAndBound>, true}};
    return kMappers;
}

double leastUtilization(const MapperSettings& settings) {
    return std::max(settings.least_utilization, settings.fix.least_utilization);
}

double shareOfUnits(const hardware::NpuArchitecture& architecture, const Mapping& mapping) {
    double used = 1.0, units = 1.0;
    for (std::size_t l = 0; l < mapping.levels.size(); ++l) {
        units *= static_cast<double>(architecture.levels[l].fanout_x) * architecture.levels[l].fanout_y;
        for (const auto* loops : {&mapping.levels[l].spatial_x, &mapping.levels[l].spatial_y})
            for (const Loop& loop : *loops)
                used *= static_cast<double>(loop.bound);
    }
    return used / units;
}

Mapping outermostMapping(const hardware::NpuArchitecture& architecture, const workload::Problem& problem) {
    Mapping mapping;
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        mapping.levels.push_back({{}, {}, {}, defaultKeep(architecture, problem, l)});
    }
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        const std::uint64_t bound = problem.dimensions[d].bound;
        if (bound > 1) mapping.levels[0].temporal.push_back({d, bound, bound});
    }
    return mapping;
}

} // namespace strata::npu
