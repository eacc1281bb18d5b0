// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/sparse/nest_levels.h"

namespace strata::npu::sparse {

std::vector<NestLevel> nestLevels(const Mapping& mapping, const hardware::NpuArchitecture& architecture) {
    std::vector<NestLevel> nest;
    detail::PerDimension<double> inside;
    inside.fill(1.0);
    for (std::size_t l = mapping.levels.size(); l-- > 0;) {
        const LevelMapping& level = mapping.levels[l];
        NestLevel& added = nest.emplace_back();
        added.spreads = architecture.levels[l].fanout_x > 1 || architecture.levels[l].fanout_y > 1;
        added.below = inside;
        const auto append = [&](const std::vector<Loop>& loops, bool spatial, bool along_x) {
            for (std::size_t i = loops.size(); i-- > 0;) {
                if (loops[i].bound == 1) continue;
                const double bound = static_cast<double>(loops[i].bound);
                inside[loops[i].dimension] *= bound;
                added.loops.push_back({loops[i].dimension, bound, spatial, along_x, inside});
                added.spreads |= spatial;
            }
        };
        append(level.spatial_x, true, true);
        append(level.spatial_y, true, false);
        append(level.temporal, false, false);
        added.all = inside;
    }
    return nest;
}

TileShape tileOf(const detail::Projection& projection, const detail::PerDimension<double>& iterations) {
    TileShape tile;
    detail::setExtents(projection, iterations, tile.extent);
    tile.words = detail::volume(tile.extent, projection.axis_count);
    return tile;
}

} // namespace strata::npu::sparse
