// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/fit.h"

#include "core/npu/accounts.h"

#include <cmath>

namespace strata::npu {

Occupancy occupancy(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                    const workload::Problem& problem, std::size_t level) {
    std::vector<double> bounds(problem.dimensions.size(), 1.0);
    for (std::size_t l = level; l < mapping.levels.size(); ++l) {
        for (const auto* loops :
             {&mapping.levels[l].temporal, &mapping.levels[l].spatial_x, &mapping.levels[l].spatial_y}) {
            for (const Loop& loop : *loops) {
                bounds[loop.dimension] *= static_cast<double>(loop.bound);
            }
        }
    }
    const detail::LevelFacts facts = detail::makeLevelFacts(architecture, problem, level);
    Occupancy result{0.0, facts.capacity};
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        if (!mapping.levels[level].keep[t]) {
            continue;
        }
        double words = facts.word_weight[t];
        for (const workload::ProjectionAxis& axis : problem.tensors[t].axes) {
            double extent = 1.0;
            for (const workload::ProjectionTerm& term : axis) {
                extent += term.coefficient * (bounds[term.dimension] - 1.0);
            }
            words *= extent;
        }
        result.used += words;
    }
    result.used = std::ceil(result.used);
    return result;
}

bool tilesFit(const Mapping& mapping, const hardware::NpuArchitecture& architecture, const workload::Problem& problem) {
    for (std::size_t l = 0; l < mapping.levels.size(); ++l) {
        const Occupancy here = occupancy(mapping, architecture, problem, l);
        if (architecture.levels[l].stores && here.capacity > 0.0 && here.used > here.capacity) {
            return false;
        }
    }
    return true;
}

TileFit::TileFit(const hardware::NpuArchitecture& architecture, const workload::Problem& problem) {
    for (std::size_t l = 0; l < architecture.levels.size(); ++l) {
        const detail::LevelFacts facts = detail::makeLevelFacts(architecture, problem, l);
        levels_.push_back({facts.stores ? facts.capacity : 0.0, facts.word_weight});
    }
    for (const workload::Tensor& tensor : problem.tensors)
        tensors_.push_back(detail::makeProjection(tensor));
}

bool TileFit::fits(const Mapping& mapping) const {
    detail::PerDimension<double> bounds;
    bounds.fill(1.0);
    for (std::size_t l = mapping.levels.size(); l-- > 0;) {
        const LevelMapping& level = mapping.levels[l];
        for (const auto* loops : {&level.temporal, &level.spatial_x, &level.spatial_y})
            for (const Loop& loop : *loops)
                bounds[loop.dimension] *= static_cast<double>(loop.bound);
        if (levels_[l].capacity <= 0.0) continue;
        double used = 0.0;
        for (std::size_t t = 0; t < tensors_.size(); ++t) {
            if (!level.keep[t]) continue;
            detail::AxisVector extent;
            detail::setExtents(tensors_[t], bounds, extent);
            used += levels_[l].word_weight[t] * detail::volume(extent, tensors_[t].axis_count);
        }
        if (std::ceil(used) > levels_[l].capacity) return false;
    }
    return true;
}

} // namespace strata::npu
