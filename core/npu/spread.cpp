// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/spread.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace strata::npu::detail {

namespace {

/// The spatial loops of one level seen by one tensor.
struct Block {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::array<AxisVector, kMaxLoops> steps;
    std::array<double, kMaxLoops> counts;
    AxisVector span{};   ///< how far apart two children can be
    bool uniform = true; ///< every loop runs the same number of iterations for all children
    double children = 1.0;
    bool moves = false;
};

Block makeBlock(const Projection& projection, const FlatNest& nest, std::size_t level, const PerDimension<bool>& last) {
    Block block;
    block.begin = nest.spatial_begin[level];
    block.end = nest.level_begin[level + 1];
    for (std::size_t a = 0; a < projection.axis_count; ++a) {
        block.span[a] = 0.0;
    }
    for (std::size_t i = block.begin; i < block.end; ++i) {
        const FlatLoop& loop = nest.loops[i];
        block.counts[i] = nest.imperfect && last[loop.dimension] ? loop.remainder : loop.bound;
        for (std::size_t o = block.begin; nest.imperfect && o < i; ++o) {
            block.uniform &= nest.loops[o].dimension != loop.dimension || loop.bound == loop.remainder;
        }
        block.children *= block.counts[i];
        if (projection.relevant[loop.dimension]) {
            block.moves = true;
            setStep(projection, loop, block.steps[i]);
            for (std::size_t a = 0; a < projection.axis_count; ++a) {
                block.span[a] += block.steps[i][a] * (block.counts[i] - 1.0);
            }
        }
    }
    return block;
}

/// Boxes never coincide when, axis by axis, each loop steps over everything that the finer ones reach together.
/// False also where a loop moves along two axes: then only listing the positions tells.
bool stepsOver(const Projection& projection, const FlatNest& nest, const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
        if (!projection.relevant[nest.loops[i].dimension]) {
            continue;
        }
        std::size_t axes = 0;
        for (std::size_t a = 0; a < projection.axis_count; ++a) {
            const double own = block.steps[i][a];
            if (own == 0.0) {
                continue;
            }
            ++axes;
            double finer = 0.0;
            for (std::size_t j = block.begin; j < block.end; ++j) {
                const bool inside = j != i && projection.relevant[nest.loops[j].dimension] &&
                                    (block.steps[j][a] < own || (block.steps[j][a] == own && j > i));
                finer += inside ? block.steps[j][a] * (block.counts[j] - 1.0) : 0.0;
            }
            if (finer >= own) {
                return false;
            }
        }
        if (axes > 1) {
            return false;
        }
    }
    return true;
}

/// One number per position, such that a difference of positions is a difference of numbers.
AxisVector keyWeights(const Projection& projection, const AxisVector& span) {
    AxisVector weights{};
    double weight = 1.0;
    for (std::size_t a = 0; a < projection.axis_count; ++a) {
        weights[a] = weight;
        weight *= 2.0 * span[a] + 1.0;
    }
    return weights;
}

double key(const AxisVector& vector, const AxisVector& weights, std::size_t axis_count) {
    double sum = 0.0;
    for (std::size_t a = 0; a < axis_count; ++a) {
        sum += vector[a] * weights[a];
    }
    return sum;
}

/// Lists the position of every child, innermost spatial loop fastest. False when there are more than the room holds.
bool listPositions(const Projection& projection, const FlatNest& nest, const Block& block,
                   const PerDimension<bool>& last, const AxisVector& weights, std::vector<double>& positions) {
    std::array<double, kMaxLoops> index{};
    std::array<double, kMaxLoops> stride{};
    for (std::size_t i = block.begin; i < block.end; ++i) {
        const bool relevant = projection.relevant[nest.loops[i].dimension];
        stride[i] = relevant ? key(block.steps[i], weights, projection.axis_count) : 0.0;
    }
    positions.clear();
    double places = 1.0;
    for (std::size_t i = block.begin; i < block.end; ++i) {
        places *= nest.loops[i].bound;
    }
    if (places > static_cast<double>(positions.capacity())) {
        return false;
    }
    while (true) {
        double position = 0.0;
        bool exists = true;
        for (std::size_t i = block.begin; i < block.end; ++i) {
            const FlatLoop& loop = nest.loops[i];
            bool at_end = last[loop.dimension];
            for (std::size_t o = block.begin; o < i; ++o) {
                at_end &= nest.loops[o].dimension != loop.dimension || index[o] + 1.0 >= nest.loops[o].remainder;
            }
            exists &= index[i] < (at_end && nest.imperfect ? loop.remainder : loop.bound);
            position += index[i] * stride[i];
        }
        if (exists) {
            positions.push_back(position);
        }
        std::size_t i = block.end;
        while (i > block.begin && ++index[i - 1] >= nest.loops[i - 1].bound) {
            index[--i] = 0.0;
        }
        if (i == block.begin) {
            return true;
        }
    }
}

/// Whether two neighbours may lie `distance` apart. Neighbours along X differ by one count of the innermost loops, with
/// carries into outer ones; so do neighbours along Y in the loops over Y, where those over X fill the width.
bool someNeighbourIsAt(const Projection& projection, const FlatNest& nest, const Block& block,
                       const AxisVector& weights, double distance, double width) {
    double inner = 1.0;   // children within one step of the loop
    double carried = 0.0; // way back of the loops inside when they start again
    double carried_y = 0.0;
    for (std::size_t i = block.end; i-- > block.begin;) {
        const bool relevant = projection.relevant[nest.loops[i].dimension];
        const double stride = relevant ? key(block.steps[i], weights, projection.axis_count) : 0.0;
        if (std::abs(stride - carried) == distance || (inner >= width && std::abs(stride - carried_y) == distance)) {
            return true;
        }
        carried += stride * (block.counts[i] - 1.0);
        carried_y += inner >= width ? stride * (block.counts[i] - 1.0) : 0.0;
        if (inner < width && inner * block.counts[i] > width) {
            return true; // a loop that wraps around the width: only listing tells
        }
        inner *= block.counts[i];
    }
    return false;
}

/// Counts different keys; reorders them. Small keys are ticked off in a table, which is much faster than sorting.
double countDistinct(std::vector<double>& values, double largest) {
    constexpr std::size_t kTable = 4096;
    if (largest < static_cast<double>(kTable)) {
        std::array<std::uint64_t, kTable / 64> seen;
        std::fill_n(seen.begin(), static_cast<std::size_t>(largest) / 64 + 1, 0);
        std::size_t count = 0;
        for (const double value : values) {
            const auto index = static_cast<std::size_t>(value);
            const std::uint64_t bit = std::uint64_t{1} << (index % 64);
            count += (seen[index / 64] & bit) == 0 ? 1 : 0;
            seen[index / 64] |= bit;
        }
        return static_cast<double>(count);
    }
    std::sort(values.begin(), values.end());
    return static_cast<double>(std::unique(values.begin(), values.end()) - values.begin());
}

} // namespace

Spread spread(const Projection& projection, const FlatNest& nest, std::size_t level, const PerDimension<bool>& last,
              SpreadScratch& scratch) {
    if (nest.spatial_begin[level] == nest.level_begin[level + 1]) {
        return {};
    }
    const Block block = makeBlock(projection, nest, level, last);
    Spread result{block.children, 1.0, block.moves, block.span};
    if (!block.moves && block.uniform) {
        return result;
    }
    if (!block.uniform || !stepsOver(projection, nest, block)) {
        const AxisVector weights = keyWeights(projection, block.span);
        if (listPositions(projection, nest, block, last, weights, scratch.positions)) {
            result.children = static_cast<double>(scratch.positions.size());
            scratch.sorted.assign(scratch.positions.begin(), scratch.positions.end());
            result.distinct = countDistinct(scratch.sorted, key(block.span, weights, projection.axis_count));
            return result;
        }
    }
    for (std::size_t i = block.begin; i < block.end; ++i) {
        result.distinct *= projection.relevant[nest.loops[i].dimension] ? block.counts[i] : 1.0;
    }
    return result;
}

Handover handover(const Projection& projection, const FlatNest& nest, std::size_t level, const PerDimension<bool>& last,
                  const PerDimension<bool>& last_before, const AxisVector& shift, Mesh mesh, SpreadScratch& scratch) {
    const Block block = makeBlock(projection, nest, level, last);
    bool same_counts = true;
    AxisVector reach = block.span;
    for (std::size_t i = block.begin; nest.imperfect && i < block.end; ++i) {
        const std::size_t d = nest.loops[i].dimension;
        same_counts &= last[d] == last_before[d] || nest.loops[i].bound == nest.loops[i].remainder;
    }
    if (!same_counts) {
        const Block block_before = makeBlock(projection, nest, level, last_before);
        for (std::size_t a = 0; a < projection.axis_count; ++a) {
            reach[a] = std::max(reach[a], block_before.span[a]);
        }
    }
    for (std::size_t a = 0; a < projection.axis_count; ++a) {
        if (std::abs(shift[a]) > reach[a]) {
            return {};
        }
    }
    const AxisVector weights = keyWeights(projection, reach);
    const double moved = key(shift, weights, projection.axis_count);
    if (same_counts && block.uniform &&
        !someNeighbourIsAt(projection, nest, block, weights, std::abs(moved), mesh.width)) {
        return {};
    }
    if (!listPositions(projection, nest, block, last, weights, scratch.positions)) {
        return {};
    }
    if (!same_counts) {
        const Block block_before = makeBlock(projection, nest, level, last_before);
        if (!listPositions(projection, nest, block_before, last_before, weights, scratch.before)) {
            return {};
        }
    }
    const std::vector<double>& positions = scratch.positions;
    const std::vector<double>& before = same_counts ? scratch.positions : scratch.before;
    const auto width = static_cast<std::size_t>(mesh.width);
    const auto height = static_cast<std::size_t>(mesh.height);
    Handover result;
    scratch.sorted.clear();
    for (std::size_t i = 0; i < positions.size(); ++i) {
        const std::size_t x = i % width;
        const std::size_t y = i / width;
        const auto heldBy = [&](std::size_t j) { return j < before.size() && before[j] - positions[i] == moved; };
        const bool taken = (x > 0 && heldBy(i - 1)) || (x + 1 < width && heldBy(i + 1)) ||
                           (y > 0 && heldBy(i - width)) || (y + 1 < height && heldBy(i + width));
        result.taken += taken ? 1.0 : 0.0;
        if (!taken) {
            scratch.sorted.push_back(positions[i]);
        }
    }
    result.distinct =
        result.taken > 0.0 ? countDistinct(scratch.sorted, key(reach, weights, projection.axis_count)) : 0.0;
    return result;
}

} // namespace strata::npu::detail
