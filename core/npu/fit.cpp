// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/fit.h"

namespace strata::npu {
namespace {

void multiply(const LevelMapping& level, detail::PerDimension<double>& bounds) {
    for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y})
        for (const Loop& loop : *loops)
            bounds[loop.dimension] *= static_cast<double>(loop.bound);
}

} // namespace

TileFit::TileFit(const hardware::NpuArchitecture& architecture, const workload::Problem& problem) {
    for (std::size_t l = 0; l < architecture.levels.size(); ++l)
        levels_.push_back(detail::makeLevelFacts(architecture, problem, l));
    for (const workload::Tensor& tensor : problem.tensors)
        tensors_.push_back(detail::makeProjection(tensor));
}

double TileFit::used(const Mapping& mapping, std::size_t level, const detail::PerDimension<double>& bounds) const {
    const auto& keep = mapping.levels[level].keep;
    return detail::usedWords(
        levels_[level], tensors_.size(), [&](std::size_t t) { return bool(keep[t]); },
        [&](std::size_t t) {
            detail::AxisVector extent;
            detail::setExtents(tensors_[t], bounds, extent);
            return detail::volume(extent, tensors_[t].axis_count);
        });
}

Occupancy TileFit::occupancy(const Mapping& mapping, std::size_t level) const {
    detail::PerDimension<double> bounds;
    bounds.fill(1.0);
    for (std::size_t l = level; l < mapping.levels.size(); ++l)
        multiply(mapping.levels[l], bounds);
    return {used(mapping, level, bounds), levels_[level].capacity};
}

bool TileFit::fits(const Mapping& mapping) const { return fitsAfter(mapping, {}); }

bool TileFit::fitsAfter(const Mapping& mapping, const WholeMove& move) const {
    detail::PerDimension<double> bounds;
    bounds.fill(1.0);
    const auto factor = static_cast<double>(move.factor);
    for (std::size_t l = mapping.levels.size(); l-- > 0;) {
        multiply(mapping.levels[l], bounds);
        if (l == move.from.level) bounds[move.dimension] /= factor;
        if (l == move.to.level) bounds[move.dimension] *= factor;
        if (levels_[l].capacity > 0.0 && overflows(levels_[l], used(mapping, l, bounds))) return false;
    }
    return true;
}

Occupancy occupancy(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                    const workload::Problem& problem, std::size_t level) {
    return TileFit(architecture, problem).occupancy(mapping, level);
}

bool tilesFit(const Mapping& mapping, const hardware::NpuArchitecture& architecture, const workload::Problem& problem) {
    return TileFit(architecture, problem).fits(mapping);
}

} // namespace strata::npu
