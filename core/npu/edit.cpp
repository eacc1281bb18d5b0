// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/edit.h"

#include "core/npu/factors.h"

#include <algorithm>
#include <utility>

namespace strata::npu {

namespace {

Error badEdit(Message text, Message expected) { return {"bad-edit", {}, std::move(text), std::move(expected), {}}; }

Loop* loopAt(Mapping& mapping, LoopPlace place, std::uint32_t dimension) {
    std::vector<Loop>& loops = loopsAt(mapping.levels[place.level], place.kind);
    const auto found =
        std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.dimension == dimension; });
    return found == loops.end() ? nullptr : &*found;
}

Loop& loopOrNew(Mapping& mapping, LoopPlace place, std::uint32_t dimension) {
    if (Loop* loop = loopAt(mapping, place, dimension)) {
        return *loop;
    }
    return loopsAt(mapping.levels[place.level], place.kind).emplace_back(Loop{dimension, 1, 1});
}

/// Bound of the first loop over a dimension at a place; 1 where there is none.
std::uint64_t factorAt(const Mapping& mapping, LoopPlace place, std::uint32_t dimension) {
    const std::vector<Loop>& loops = loopsAt(mapping.levels[place.level], place.kind);
    const auto found = std::ranges::find(loops, dimension, &Loop::dimension);
    return found == loops.end() ? 1 : found->bound;
}

Result<void> checkPlace(const Mapping& mapping, LoopPlace place) {
    if (place.level >= mapping.levels.size()) {
        return badEdit({"error.mapping-has-no-level", {{"level", place.level}}},
                       {"accepted.level-below", {{"levels", mapping.levels.size()}}});
    }
    return {};
}

Result<Mapping> normalized(Mapping mapping, const workload::Problem& problem) {
    if (!normalize(mapping, problem)) {
        return badEdit({"error.factors-no-longer-reach-bounds"}, {"accepted.factors-multiply-to-at-least-each"});
    }
    return mapping;
}

} // namespace

std::vector<Loop>& loopsAt(LevelMapping& level, LoopKind kind) {
    return kind == LoopKind::Temporal ? level.temporal : kind == LoopKind::SpatialX ? level.spatial_x : level.spatial_y;
}

const std::vector<Loop>& loopsAt(const LevelMapping& level, LoopKind kind) {
    return kind == LoopKind::Temporal ? level.temporal : kind == LoopKind::SpatialX ? level.spatial_x : level.spatial_y;
}

std::uint64_t boundAt(const Mapping& mapping, LoopPlace place, std::uint32_t dimension) {
    std::uint64_t bound = 1;
    for (const Loop& loop : loopsAt(mapping.levels[place.level], place.kind)) {
        bound = loop.dimension == dimension ? saturatingProduct(bound, loop.bound) : bound;
    }
    return bound;
}

std::vector<std::uint64_t> legalFactors(const Mapping& mapping, LoopPlace from, std::uint32_t dimension,
                                        bool allow_imperfect) {
    constexpr std::uint64_t kMostListed = 4096;
    constexpr std::uint64_t kMostTrials = 1 << 20;
    if (from.level >= mapping.levels.size()) {
        return {};
    }
    const std::uint64_t bound = boundAt(mapping, from, dimension);
    std::vector<std::uint64_t> factors;
    std::vector<std::uint64_t> large;
    if (allow_imperfect) {
        for (std::uint64_t factor = 2; factor < bound && factors.size() + 1 < kMostListed; ++factor) {
            factors.push_back(factor);
        }
    } else {
        for (std::uint64_t factor = 2; factor <= bound / factor && factor < kMostTrials; ++factor) {
            if (bound % factor != 0) {
                continue;
            }
            factors.push_back(factor);
            if (factor != bound / factor) {
                large.push_back(bound / factor);
            }
        }
    }
    factors.insert(factors.end(), large.rbegin(), large.rend());
    if (bound > 1) {
        factors.push_back(bound);
    }
    return factors;
}

Result<Mapping> moveFactor(const Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension,
                           LoopPlace from, LoopPlace to, std::uint64_t factor) {
    for (const LoopPlace place : {from, to}) {
        if (auto there = checkPlace(mapping, place); !there) return there.error();
    }
    const std::uint64_t bound = factorAt(mapping, from, dimension);
    if (factor < 1 || factor > bound || dimension >= problem.dimensions.size()) {
        return badEdit({"error.factor-cannot-taken-from-loop", {{"factor", factor}, {"bound", bound}}},
                       {"accepted.from-1", {{"most", bound}}});
    }
    Mapping edited = mapping;
    if (!moveFactorIn(edited, problem, dimension, from, to, factor))
        return badEdit({"error.factors-no-longer-reach-bounds"}, {"accepted.factors-multiply-to-at-least-each"});
    return edited;
}

bool moveFactorIn(Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension, LoopPlace from,
                  LoopPlace to, std::uint64_t factor) {
    if (factor == 1 || from == to) return true;
    Loop* source = loopAt(mapping, from, dimension);
    if (source == nullptr || factor > source->bound) return false;
    source->bound = (source->bound - 1) / factor + 1;
    Loop& target = loopOrNew(mapping, to, dimension);
    target.bound = saturatingProduct(target.bound, factor);
    return normalizeAfterMove(mapping, problem, dimension);
}

Result<Mapping> setFactor(const Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension,
                          LoopPlace place, std::uint64_t bound, std::size_t rest_level) {
    const LoopPlace rest{rest_level, LoopKind::Temporal};
    for (const LoopPlace used : {place, rest}) {
        if (auto there = checkPlace(mapping, used); !there) return there.error();
    }
    if (dimension >= problem.dimensions.size() || place == rest) {
        return badEdit({"error.loop-cannot-take-up-own-rest"}, {"accepted.dimension-problem-and-another-level-for"});
    }
    const std::uint64_t whole = problem.dimensions[dimension].bound;
    if (bound < 1 || bound > whole) {
        return badEdit({"error.factor-cannot", {{"dimensions", problem.dimensions[dimension].name}, {"bound", bound}}},
                       {"accepted.from-1", {{"most", whole}}});
    }
    Mapping edited = mapping;
    loopOrNew(edited, place, dimension).bound = bound;
    loopOrNew(edited, rest, dimension).bound = 1;
    const std::uint64_t others = productOfBounds(edited, dimension);
    loopAt(edited, rest, dimension)->bound = (whole - 1) / others + 1;
    return normalized(std::move(edited), problem);
}

Result<Mapping> moveLoop(const Mapping& mapping, LoopPlace place, std::size_t from, std::size_t to) {
    if (auto there = checkPlace(mapping, place); !there) return there.error();
    const std::size_t count = loopsAt(mapping.levels[place.level], place.kind).size();
    if (from >= count || to >= count) {
        return badEdit({"error.position-does-not-exist", {{"to", std::max(from, to)}}},
                       {"accepted.positions-below", {{"loops", count}}});
    }
    Mapping edited = mapping;
    moveLoopIn(edited, place, from, to);
    return edited;
}

void moveLoopIn(Mapping& mapping, LoopPlace place, std::size_t from, std::size_t to) {
    std::vector<Loop>& loops = loopsAt(mapping.levels[place.level], place.kind);
    const auto at = [&](std::size_t position) { return loops.begin() + static_cast<std::ptrdiff_t>(position); };
    const auto [first, last] = std::minmax(from, to);
    // Where two loops at one place run the same dimension, remainders follow the new order. A dimension covers as many
    // iterations as before, whatever the order.
    const std::uint32_t dimension = loops[from].dimension;
    const bool passes_own = std::any_of(at(first), at(last) + 1, [&, n = 0](const Loop& loop) mutable {
        return loop.dimension == dimension && ++n > 1;
    });
    const std::uint64_t covered = passes_own ? coveredIterations(mapping, dimension) : 0;
    if (from < to) {
        std::rotate(at(from), at(from) + 1, at(to) + 1);
    } else {
        std::rotate(at(to), at(from), at(from) + 1);
    }
    if (passes_own) deriveRemainders(mapping, dimension, covered);
}

Result<Mapping> toggleKeep(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                           const workload::Problem& problem, std::size_t level, std::size_t tensor) {
    if (level >= mapping.levels.size() || tensor >= problem.tensors.size()) {
        return badEdit({"error.there-no-such-level-or-tensor"}, {"accepted.level-and-tensor-mapping"});
    }
    const std::string& name = problem.tensors[tensor].name;
    if (!defaultKeep(architecture, problem, level)[tensor]) {
        return badEdit({"error.level-cannot-hold-2", {{"levels", architecture.levels[level].name}, {"name", name}}},
                       {"accepted.level-may-hold-tensor"});
    }
    Mapping edited = mapping;
    edited.levels[level].keep[tensor] = !edited.levels[level].keep[tensor];
    if (std::none_of(edited.levels.begin(), edited.levels.end(),
                     [&](const LevelMapping& l) { return bool(l.keep[tensor]); })) {
        return badEdit({"error.no-other-level-holds", {{"name", name}}}, {"accepted.another-level-holds-first"});
    }
    return edited;
}

Result<Mapping> splitAxis(const Mapping& mapping, const workload::Problem& problem, std::size_t level, LoopKind from,
                          std::uint32_t dimension) {
    if (from == LoopKind::Temporal) {
        return badEdit({"error.temporal-loop-has-no-axis"}, {"accepted.loop-on-x-or-y"});
    }
    const LoopPlace place{level, from};
    if (auto there = checkPlace(mapping, place); !there) return there.error();
    const LoopPlace other{level, from == LoopKind::SpatialX ? LoopKind::SpatialY : LoopKind::SpatialX};
    const std::uint64_t bound = boundAt(mapping, place, dimension);
    if (bound == 1) {
        return badEdit({"error.no-loop-over-dimension-stands-there"}, {"accepted.dimension-with-loop-on-axis"});
    }
    return moveFactor(mapping, problem, dimension, place, other, bound);
}

} // namespace strata::npu
