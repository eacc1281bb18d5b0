// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/factors.h"

#include <limits>

namespace strata::npu {

namespace {

template <class Level, class LoopPointer>
void collect(Level& level, std::uint32_t dimension, std::vector<LoopPointer>& found) {
    for (auto* loops : {&level.temporal, &level.spatial_y, &level.spatial_x}) {
        for (auto& loop : *loops) {
            if (loop.dimension == dimension) {
                found.push_back(&loop);
            }
        }
    }
}

/// Visits the loops over a dimension from outside in, until a visit says that it is enough.
template <class AnyMapping, class Visit>
void forEachLoop(AnyMapping& mapping, std::uint32_t dimension, const Visit& visit) {
    for (auto& level : mapping.levels)
        for (auto* loops : {&level.temporal, &level.spatial_y, &level.spatial_x})
            for (auto& loop : *loops)
                if (loop.dimension == dimension && !visit(loop)) return;
}

} // namespace

std::vector<Loop*> loopsOver(Mapping& mapping, std::uint32_t dimension) {
    std::vector<Loop*> found;
    for (LevelMapping& level : mapping.levels) {
        collect(level, dimension, found);
    }
    return found;
}

std::vector<const Loop*> loopsOver(const Mapping& mapping, std::uint32_t dimension) {
    std::vector<const Loop*> found;
    for (const LevelMapping& level : mapping.levels) {
        collect(level, dimension, found);
    }
    return found;
}

std::uint64_t saturatingProduct(std::uint64_t left, std::uint64_t right) {
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
    return left != 0 && right > kLargest / left ? kLargest : left * right;
}

std::uint64_t coveredIterations(const Mapping& mapping, std::uint32_t dimension) {
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t before_last = 0;
    forEachLoop(mapping, dimension, [&](const Loop& loop) {
        const std::uint64_t scaled = saturatingProduct(before_last, loop.bound);
        const std::uint64_t more = loop.remainder == 0 ? 0 : loop.remainder - 1;
        before_last = scaled > kLargest - 1 - more ? kLargest - 1 : scaled + more;
        return true;
    });
    return before_last + 1;
}

std::uint64_t productOfBounds(const Mapping& mapping, std::uint32_t dimension) {
    std::uint64_t product = 1;
    forEachLoop(mapping, dimension, [&](const Loop& loop) {
        product = saturatingProduct(product, loop.bound);
        return true;
    });
    return product;
}

bool deriveRemainders(Mapping& mapping, std::uint32_t dimension, std::uint64_t bound) {
    std::uint64_t rest = bound - 1;
    for (auto level = mapping.levels.rbegin(); level != mapping.levels.rend(); ++level) // from inside out
        for (auto* loops : {&level->spatial_x, &level->spatial_y, &level->temporal})
            for (auto loop = loops->rbegin(); loop != loops->rend(); ++loop) {
                if (loop->dimension != dimension) continue;
                loop->remainder = rest % loop->bound + 1;
                rest /= loop->bound;
            }
    return rest == 0;
}

void shortenOutermost(Mapping& mapping, std::uint32_t dimension) {
    forEachLoop(mapping, dimension, [](Loop& loop) {
        loop.bound = loop.remainder; // no loop of this dimension outside has more than one iteration
        return loop.bound <= 1;
    });
}

namespace {

bool normalizeOne(Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension) {
    if (!deriveRemainders(mapping, dimension, problem.dimensions[dimension].bound)) return false;
    shortenOutermost(mapping, dimension);
    return true;
}

void eraseEmptyLoops(Mapping& mapping) {
    for (LevelMapping& level : mapping.levels) {
        for (auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y})
            std::erase_if(*loops, [](const Loop& loop) { return loop.bound == 1; });
    }
}

/// Whether loops over all other dimensions always run their full bound.
bool othersAreWhole(const Mapping& mapping, std::uint32_t dimension) {
    for (const LevelMapping& level : mapping.levels)
        for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y})
            for (const Loop& loop : *loops)
                if (loop.remainder != loop.bound && loop.dimension != dimension) return false;
    return true;
}

} // namespace

bool normalize(Mapping& mapping, const workload::Problem& problem) {
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d)
        if (!normalizeOne(mapping, problem, d)) return false;
    eraseEmptyLoops(mapping);
    return true;
}

bool normalizeAfterMove(Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension) {
    if (!othersAreWhole(mapping, dimension)) return normalize(mapping, problem);
    if (!normalizeOne(mapping, problem, dimension)) return false;
    eraseEmptyLoops(mapping);
    return true;
}

} // namespace strata::npu
