// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/loop_edits.h"

#include "core/npu/factors.h"

#include <algorithm>

namespace strata::views {
namespace {

std::uint64_t roundsOf(std::uint64_t bound, std::uint64_t part) { return (bound - 1) / part + 1; }

std::size_t findLoop(const std::vector<npu::Loop>& loops, std::uint32_t dimension) {
    const auto found =
        std::find_if(loops.begin(), loops.end(), [&](const npu::Loop& loop) { return loop.dimension == dimension; });
    return static_cast<std::size_t>(std::distance(loops.begin(), found));
}

/// The same nest with one loop of a list at another position; `mapping` itself where that changes nothing.
npu::Mapping repositioned(npu::Mapping mapping, const LoopZone& zone, std::size_t from, std::size_t to) {
    if (from == to) return mapping;
    auto moved = npu::moveLoop(mapping, zone, from, to);
    return moved ? std::move(*moved) : std::move(mapping);
}

/// A part of a loop as a loop of its own in the same list.
std::optional<Moved> splitOff(const npu::Mapping& mapping, const workload::Problem& problem, const LoopPlace& from,
                              std::uint64_t factor, std::size_t index) {
    Moved result{mapping, from};
    auto& loops = npu::loopsAt(result.mapping.levels[from.level], from.kind);
    const std::uint32_t dimension = loops[from.index].dimension;
    loops[from.index].bound = roundsOf(loops[from.index].bound, factor);
    result.place.index = std::min(index, loops.size());
    loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(result.place.index), npu::Loop{dimension, factor, factor});
    if (!npu::normalize(result.mapping, problem)) return std::nullopt;
    return result;
}

} // namespace

const std::vector<npu::Loop>& loopsOf(const npu::Mapping& mapping, const LoopZone& zone) {
    return npu::loopsAt(mapping.levels[zone.level], zone.kind);
}

const npu::Loop& loopAt(const npu::Mapping& mapping, const LoopPlace& place) {
    return loopsOf(mapping, place.zone())[place.index];
}

std::vector<std::uint64_t> partsOf(const npu::Mapping& mapping, const LoopPlace& place, bool allow_remainders) {
    const npu::Loop& loop = loopAt(mapping, place);
    std::vector<std::uint64_t> parts = npu::legalFactors(mapping, place.zone(), loop.dimension, allow_remainders);
    std::erase_if(parts, [&](std::uint64_t part) {
        if (part > loop.bound) return true;
        const bool smallest = part == roundsOf(loop.bound, roundsOf(loop.bound, part));
        return loop.bound % part != 0 && !(allow_remainders && smallest);
    });
    std::reverse(parts.begin(), parts.end());
    if (parts.empty()) parts.push_back(loop.bound);
    return parts;
}

bool takes(const npu::Mapping& mapping, const hardware::NpuArchitecture& architecture, const LoopPlace& from,
           std::uint64_t factor, const LoopZone& to) {
    const npu::Loop& loop = loopAt(mapping, from);
    if (factor < 2 || factor > loop.bound) return false;
    if (to == from.zone()) return factor < loop.bound || loopsOf(mapping, to).size() > 1;
    const auto& level = architecture.levels[to.level];
    if (to.kind == LoopKind::Temporal) return level.stores;
    std::uint64_t used = 1;
    for (const npu::Loop& other : loopsOf(mapping, to))
        used = npu::saturatingProduct(used, other.bound);
    return npu::saturatingProduct(used, factor) <= (to.kind == LoopKind::SpatialX ? level.fanout_x : level.fanout_y);
}

std::optional<Moved> carryFactor(const npu::Mapping& mapping, const workload::Problem& problem, const LoopPlace& from,
                                 std::uint64_t factor, const LoopZone& to, std::size_t index) {
    const npu::Loop& loop = loopAt(mapping, from);
    const bool whole = factor == loop.bound;
    if (to == from.zone()) {
        if (!whole) return splitOff(mapping, problem, from, factor, index);
        const std::size_t there = std::min(index, loopsOf(mapping, to).size() - 1);
        return Moved{repositioned(mapping, to, from.index, there), {to.level, to.kind, there}};
    }
    // npu::moveFactor takes the outermost loop of the dimension: let that be the carried one, and put the
    // rest back.
    const std::size_t first = findLoop(loopsOf(mapping, from.zone()), loop.dimension);
    const npu::Mapping prepared = repositioned(mapping, from.zone(), from.index, first);
    auto moved = npu::moveFactor(prepared, problem, loop.dimension, from.zone(), to, factor);
    if (!moved) return std::nullopt;
    npu::Mapping result = std::move(*moved);
    if (!whole && loopsOf(result, from.zone()).size() == loopsOf(mapping, from.zone()).size())
        result = repositioned(std::move(result), from.zone(), first, from.index);
    const auto& loops = loopsOf(result, to);
    std::size_t place = findLoop(loops, loop.dimension);
    if (place == loops.size()) return std::nullopt;
    const bool joined = findLoop(loopsOf(mapping, to), loop.dimension) < loopsOf(mapping, to).size();
    if (!joined) {
        const std::size_t there = std::min(index, loops.size() - 1);
        result = repositioned(std::move(result), to, place, there);
        place = there;
    }
    return Moved{std::move(result), {to.level, to.kind, place}};
}

} // namespace strata::views
