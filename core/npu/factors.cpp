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
    for (const Loop* loop : loopsOver(mapping, dimension)) {
        const std::uint64_t scaled = saturatingProduct(before_last, loop->bound);
        const std::uint64_t more = loop->remainder == 0 ? 0 : loop->remainder - 1;
        before_last = scaled > kLargest - 1 - more ? kLargest - 1 : scaled + more;
    }
    return before_last + 1;
}

std::uint64_t productOfBounds(const Mapping& mapping, std::uint32_t dimension) {
    std::uint64_t product = 1;
    for (const Loop* loop : loopsOver(mapping, dimension)) {
        product = saturatingProduct(product, loop->bound);
    }
    return product;
}

bool deriveRemainders(Mapping& mapping, std::uint32_t dimension, std::uint64_t bound) {
    const std::vector<Loop*> loops = loopsOver(mapping, dimension);
    std::uint64_t rest = bound - 1;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        (*loop)->remainder = rest % (*loop)->bound + 1;
        rest /= (*loop)->bound;
    }
    return rest == 0;
}

void shortenOutermost(Mapping& mapping, std::uint32_t dimension) {
    for (Loop* loop : loopsOver(mapping, dimension)) {
        loop->bound = loop->remainder; // no loop of this dimension outside has more than one iteration
        if (loop->bound > 1) {
            break;
        }
    }
}

bool normalize(Mapping& mapping, const workload::Problem& problem) {
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        if (!deriveRemainders(mapping, d, problem.dimensions[d].bound)) {
            return false;
        }
        shortenOutermost(mapping, d);
    }
    for (LevelMapping& level : mapping.levels) {
        for (auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y}) {
            std::erase_if(*loops, [](const Loop& loop) { return loop.bound == 1; });
        }
    }
    return true;
}

} // namespace strata::npu
