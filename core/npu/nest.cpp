// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/nest.h"

namespace strata::npu::detail {

namespace {

/// Appends the loops that do anything; the product of all bounds, trivial or not, is returned as the fan-out.
bool append(const std::vector<Loop>& loops, bool spatial, std::size_t dimension_count, FlatNest& nest,
            double& product) {
    product = 1.0;
    for (const Loop& loop : loops) {
        if (loop.dimension >= dimension_count || loop.remainder < 1 || loop.remainder > loop.bound) {
            return false;
        }
        if (loop.bound == 1) {
            continue;
        }
        if (nest.loop_count == kMaxLoops) {
            return false;
        }
        FlatLoop& flat = nest.loops[nest.loop_count++];
        flat.dimension = loop.dimension;
        flat.spatial = spatial;
        flat.bound = static_cast<double>(loop.bound);
        flat.remainder = static_cast<double>(loop.remainder);
        nest.imperfect |= loop.bound != loop.remainder;
        product *= flat.bound;
    }
    return true;
}

void setStrides(std::size_t dimension_count, FlatNest& nest) {
    PerDimension<double> inside;
    for (std::size_t d = 0; d < dimension_count; ++d) {
        inside[d] = 1.0;
    }
    double outside = 1.0;
    for (std::size_t i = 0; i < nest.loop_count; ++i) {
        nest.loops[i].outside = outside;
        outside *= nest.loops[i].spatial ? 1.0 : nest.loops[i].bound;
    }
    for (std::size_t i = nest.loop_count; i-- > 0;) {
        FlatLoop& loop = nest.loops[i];
        loop.stride = inside[loop.dimension];
        inside[loop.dimension] *= loop.bound;
    }
}

} // namespace

bool flatten(const Mapping& mapping, std::size_t level_count, std::size_t dimension_count, FlatNest& nest) {
    nest.loop_count = 0;
    nest.level_count = level_count;
    nest.imperfect = false;
    if (mapping.levels.size() != level_count) {
        return false;
    }
    for (std::size_t l = 0; l < level_count; ++l) {
        const LevelMapping& level = mapping.levels[l];
        double temporal = 1.0;
        nest.level_begin[l] = nest.loop_count;
        if (!append(level.temporal, false, dimension_count, nest, temporal)) {
            return false;
        }
        nest.spatial_begin[l] = nest.loop_count;
        if (!append(level.spatial_y, true, dimension_count, nest, nest.fanout_y[l]) ||
            !append(level.spatial_x, true, dimension_count, nest, nest.fanout_x[l])) {
            return false;
        }
    }
    nest.level_begin[level_count] = nest.loop_count;
    setStrides(dimension_count, nest);
    return true;
}

} // namespace strata::npu::detail
