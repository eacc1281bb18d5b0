// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/edit.h"

#include "core/npu/factors.h"

#include <algorithm>
#include <functional>
#include <string>

namespace strata::npu {
namespace {

// Far above every real factor; keeps the search for divisors of absurd bounds below a millisecond.
constexpr std::uint64_t kMaximumTrial = 50'000;

std::uint64_t roundsOf(std::uint64_t bound, std::uint64_t part) { return bound / part + (bound % part != 0 ? 1 : 0); }

std::uint64_t product(const std::vector<Loop>& loops) {
    std::uint64_t result = 1;
    for (const Loop& loop : loops) result *= loop.bound;
    return result;
}

std::uint64_t copiesAlong(const hardware::NpuLevel& level, LoopKind kind) {
    return kind == LoopKind::SpatialX ? level.fanout_x : level.fanout_y;
}

bool exists(const Mapping& mapping, const LoopPlace& place) {
    return place.level < mapping.levels.size() && place.index < loopsOf(mapping, place.zone()).size();
}

/// Index of the loop of a dimension in a list, or the list's size.
std::size_t findLoop(const std::vector<Loop>& loops, std::uint32_t dimension) {
    const auto found =
        std::find_if(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.dimension == dimension; });
    return static_cast<std::size_t>(std::distance(loops.begin(), found));
}

void insertAt(std::vector<Loop>& loops, std::size_t index, const Loop& loop) {
    loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(std::min(index, loops.size())), loop);
}

}  // namespace

const std::vector<Loop>& loopsOf(const Mapping& mapping, const LoopZone& zone) {
    const LevelMapping& level = mapping.levels[zone.level];
    switch (zone.kind) {
    case LoopKind::SpatialX: return level.spatial_x;
    case LoopKind::SpatialY: return level.spatial_y;
    case LoopKind::Temporal: break;
    }
    return level.temporal;
}

std::vector<Loop>& loopsOf(Mapping& mapping, const LoopZone& zone) {
    return const_cast<std::vector<Loop>&>(loopsOf(std::as_const(mapping), zone));
}

std::vector<std::uint64_t> partsOf(std::uint64_t bound, bool allow_remainders) {
    std::vector<std::uint64_t> parts;
    for (std::uint64_t i = 1; i <= kMaximumTrial && i <= bound / i; ++i) {
        if (allow_remainders || bound % i == 0) {
            // With i rounds the smallest part is the bound over i, rounded up; with i as the part it is i itself.
            parts.push_back(roundsOf(bound, i));
            if (roundsOf(bound, roundsOf(bound, i)) == i || bound % i == 0) parts.push_back(i);
        }
    }
    std::sort(parts.begin(), parts.end(), std::greater<>());
    parts.erase(std::unique(parts.begin(), parts.end()), parts.end());
    std::erase(parts, std::uint64_t{1});
    return parts;
}

bool takes(const Mapping& mapping, const hardware::NpuArchitecture& architecture, const LoopPlace& from,
           std::uint64_t factor, const LoopZone& to) {
    if (!exists(mapping, from) || to.level >= architecture.levels.size() || factor < 2) return false;
    const Loop& loop = loopsOf(mapping, from.zone())[from.index];
    if (factor > loop.bound) return false;
    if (to == from.zone()) return factor < loop.bound || loopsOf(mapping, to).size() > 1;
    const auto& level = architecture.levels[to.level];
    if (to.kind == LoopKind::Temporal) return level.stores;
    const std::uint64_t copies = copiesAlong(level, to.kind);
    const std::uint64_t used = product(loopsOf(mapping, to));
    return used <= copies && factor <= copies / used;
}

std::optional<Moved> moveFactor(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                                const workload::Problem& problem, const LoopPlace& from, std::uint64_t factor,
                                const LoopZone& to, std::size_t index) {
    if (!takes(mapping, architecture, from, factor, to)) return std::nullopt;
    Moved result{mapping, {to.level, to.kind, 0}};
    auto& source = loopsOf(result.mapping, from.zone());
    Loop& loop = source[from.index];
    const std::uint32_t dimension = loop.dimension;
    const bool whole = factor == loop.bound;
    if (whole) source.erase(source.begin() + static_cast<std::ptrdiff_t>(from.index));
    else loop.bound = roundsOf(loop.bound, factor);
    auto& target = loopsOf(result.mapping, to);
    const std::size_t same = to == from.zone() ? target.size() : findLoop(target, dimension);
    if (same < target.size()) {
        target[same].bound *= factor;
        result.place.index = same;
    } else {
        result.place.index = std::min(index, target.size());
        insertAt(target, index, {dimension, factor, factor});
    }
    trimFactors(result.mapping, problem, dimension);
    if (!exists(result.mapping, result.place)) result.place.index = 0;
    return result;
}

std::optional<Moved> splitLoop(const Mapping& mapping, const workload::Problem& problem, const LoopPlace& place,
                               std::uint64_t inner) {
    if (!exists(mapping, place)) return std::nullopt;
    Moved result{mapping, place};
    auto& loops = loopsOf(result.mapping, place.zone());
    Loop& loop = loops[place.index];
    if (inner <= 1 || inner >= loop.bound) return std::nullopt;
    const std::uint32_t dimension = loop.dimension;
    loop.bound = roundsOf(loop.bound, inner);
    insertAt(loops, place.index + 1, {dimension, inner, inner});
    trimFactors(result.mapping, problem, dimension);
    return result;
}

std::optional<Mapping> toggleKeep(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                                  const workload::Problem& problem, std::size_t level, std::size_t tensor) {
    if (level == 0 || level >= mapping.levels.size() || tensor >= problem.tensors.size()) return std::nullopt;
    const auto& hardware = architecture.levels[level];
    const auto& able = hardware.keeps;
    const bool can_hold = able.empty() || std::find(able.begin(), able.end(), problem.tensors[tensor].name) != able.end();
    if (!hardware.stores || !can_hold) return std::nullopt;
    Mapping result = mapping;
    auto keep = result.levels[level].keep;
    keep.resize(problem.tensors.size());
    keep[tensor] = !keep[tensor];
    result.levels[level].keep = std::move(keep);
    return result;
}

void trimFactors(Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension) {
    const std::uint64_t bound = problem.dimensions[dimension].bound;
    const std::vector<Loop*> loops = loopsOver(mapping, dimension);
    std::uint64_t inside = 1;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        (*loop)->bound = std::min((*loop)->bound, roundsOf(bound, inside));
        inside = saturatingProduct(inside, (*loop)->bound);
    }
    deriveRemainders(mapping, dimension, bound);
    for (LevelMapping& level : mapping.levels)
        for (auto* list : {&level.temporal, &level.spatial_x, &level.spatial_y})
            std::erase_if(*list, [&](const Loop& loop) { return loop.dimension == dimension && loop.bound == 1; });
}

}  // namespace strata::npu
