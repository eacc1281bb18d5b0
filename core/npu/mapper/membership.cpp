// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/membership.h"

#include <algorithm>

namespace strata::npu::detail {
namespace {

bool inRanges(const PerDimension<FactorRange>& ranges, const MapSpace& space, const std::vector<Loop>& loops) {
    PerDimension<std::uint64_t> factor;
    factor.fill(1);
    for (const Loop& loop : loops)
        factor[loop.dimension] *= loop.bound;
    return std::all_of(space.dimensions.begin(), space.dimensions.end(),
                       [&](std::uint32_t d) { return ranges[d].admits(factor[d]); });
}

bool inOrder(const std::vector<std::uint32_t>& order, const std::vector<Loop>& loops) {
    std::size_t at = loops.size();
    for (std::size_t f = order.size(); f-- > 0;) {
        const bool present =
            std::any_of(loops.begin(), loops.end(), [&](const Loop& loop) { return loop.dimension == order[f]; });
        if (present && loops[--at].dimension != order[f]) return false;
    }
    return true;
}

KeepMask maskOf(const MapSpace& space, const Mapping& mapping) {
    KeepMask mask{};
    for (std::size_t l = 0; l < space.levels; ++l)
        for (std::size_t t = 0; t < space.tensors; ++t)
            if (space.facts[l].stores && mapping.levels[l].keep[t]) mask[l] |= 1u << t;
    return mask;
}

} // namespace

bool keepsConstraints(const MapSpace& space, const Mapping& mapping) {
    for (std::size_t l = 0; l < space.levels; ++l) {
        const LevelMapping& level = mapping.levels[l];
        if (!inRanges(space.temporal[l], space, level.temporal) || !inOrder(space.order[l], level.temporal))
            return false;
        if (!inRanges(space.spatial_x[l], space, level.spatial_x)) return false;
        if (!inRanges(space.spatial_y[l], space, level.spatial_y)) return false;
    }
    if (!isEnough(shareOfUnits(*space.architecture, mapping), space.least_utilization)) return false;
    return std::find(space.keeps.begin(), space.keeps.end(), maskOf(space, mapping)) != space.keeps.end();
}

bool isMember(const MapSpace& space, const Mapping& mapping) {
    for (const LevelMapping& level : mapping.levels)
        for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y})
            for (const Loop& loop : *loops)
                if (loop.bound != loop.remainder) return false;
    PerDimension<std::uint64_t> product;
    product.fill(1);
    for (const LevelMapping& level : mapping.levels)
        for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y})
            for (const Loop& loop : *loops)
                product[loop.dimension] *= loop.bound;
    for (const std::uint32_t d : space.dimensions)
        if (product[d] != space.bound[d]) return false;
    return keepsConstraints(space, mapping);
}

} // namespace strata::npu::detail
