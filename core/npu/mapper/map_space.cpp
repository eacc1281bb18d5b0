// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/map_space.h"

#include "core/npu/search/mapping_moves.h"

#include <algorithm>
#include <bit>

namespace strata::npu::detail {
namespace {

TensorShape shapeOf(const Projection& projection, std::size_t dimensions) {
    TensorShape shape;
    for (std::uint32_t d = 0; d < dimensions; ++d) {
        if (!projection.relevant[d]) continue;
        shape.relevant |= 1u << d;
        std::size_t axes = 0;
        for (std::uint32_t a = 0; a < projection.axis_count; ++a) {
            if (projection.coefficient[d][a] == 0.0) continue;
            ++axes;
            shape.axis[d] = a;
            shape.axis_dimensions[a] |= 1u << d;
        }
        shape.regular = shape.regular && axes == 1;
    }
    for (const std::uint32_t dimensions_of_axis : shape.axis_dimensions)
        if (std::popcount(dimensions_of_axis) > 1) shape.shared |= dimensions_of_axis;
    shape.slides = shape.shared != 0;
    return shape;
}

std::array<PerDimension<FactorRange>, kMaxLevels>& rangesOf(MapSpace& space, LoopKind kind) {
    return kind == LoopKind::Temporal ? space.temporal : kind == LoopKind::SpatialX ? space.spatial_x : space.spatial_y;
}

void setRanges(const MappingMoves& moves, const MapperSettings& settings, MapSpace& space) {
    for (const std::uint32_t d : space.dimensions) {
        for (const LoopPlace place : moves.places(d))
            rangesOf(space, place.kind)[place.level][d] = {1, space.bound[d]};
    }
    for (const MappingFix::FixedLoop& loop : settings.fix.loops)
        rangesOf(space, loop.place.kind)[loop.place.level][loop.dimension] = {loop.bound, loop.bound};
    for (const MappingFix::BoundedLoop& bounded : settings.fix.bounds) {
        if (space.bound[bounded.dimension] < 2) continue;
        FactorRange& range = rangesOf(space, bounded.place.kind)[bounded.place.level][bounded.dimension];
        // What is asked for goes before the recipe, which may not let the loop stand there.
        if (bounded.least > 1 && range.most == 1) range.most = bounded.most;
        range.least = std::max(range.least, bounded.least);
        range.most = std::min(range.most, bounded.most);
    }
}

KeepMask maskOf(const Mapping& start, const MapSpace& space) {
    KeepMask mask{};
    for (std::size_t l = 0; l < space.levels; ++l) {
        for (std::size_t t = 0; t < space.tensors; ++t) {
            if (space.facts[l].stores && t < start.levels[l].keep.size() && start.levels[l].keep[t]) mask[l] |= 1u << t;
        }
    }
    return mask;
}

bool everythingKept(const KeepMask& mask, const MapSpace& space) {
    std::uint32_t kept = 0;
    for (std::size_t l = 0; l < space.levels; ++l)
        kept |= mask[l];
    return kept == (1u << space.tensors) - 1u;
}

void listKeeps(const Mapping& start, const MappingMoves& moves, MapSpace& space) {
    KeepMask mask = maskOf(start, space);
    const auto& changeable = moves.changeableKeeps();
    constexpr std::size_t kMostChangeable = 20;
    const std::size_t count = std::min(changeable.size(), kMostChangeable);
    for (std::uint64_t choice = 0; choice < (std::uint64_t{1} << count); ++choice) {
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t bit = 1u << changeable[k].tensor;
            // The first choice keeps everything.
            if ((choice >> k & 1u) == 0)
                mask[changeable[k].level] |= bit;
            else
                mask[changeable[k].level] &= ~bit;
        }
        if (everythingKept(mask, space)) space.keeps.push_back(mask);
    }
}

} // namespace

std::vector<std::uint64_t> divisorsOf(std::uint64_t bound) {
    std::vector<std::uint64_t> small, large;
    for (std::uint64_t factor = 1; factor <= bound / factor; ++factor) {
        if (bound % factor != 0) continue;
        small.push_back(factor);
        if (factor != bound / factor) large.push_back(bound / factor);
    }
    small.insert(small.end(), large.rbegin(), large.rend());
    return small;
}

MapSpace makeMapSpace(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                      std::string_view family, const MapperSettings& settings, const Mapping& start) {
    MapSpace space;
    space.architecture = &architecture;
    space.problem = &problem;
    space.levels = architecture.levels.size();
    space.tensors = problem.tensors.size();
    space.least_utilization = leastUtilization(settings);
    for (std::uint32_t d = 0; d < problem.dimensions.size(); ++d) {
        space.bound[d] = problem.dimensions[d].bound;
        space.macs *= static_cast<double>(space.bound[d]);
        if (space.bound[d] > 1) space.dimensions.push_back(d);
    }
    for (std::size_t l = 0; l < space.levels; ++l) {
        space.facts[l] = makeLevelFacts(architecture, problem, l);
        space.units *= static_cast<double>(architecture.levels[l].fanout_x) * architecture.levels[l].fanout_y;
        if (l < settings.fix.order.size()) space.order[l] = settings.fix.order[l];
    }
    for (std::size_t t = 0; t < space.tensors; ++t) {
        space.projections[t] = makeProjection(problem.tensors[t]);
        space.shapes[t] = shapeOf(space.projections[t], problem.dimensions.size());
    }
    const MappingMoves moves(architecture, problem, family, settings);
    setRanges(moves, settings, space);
    listKeeps(start, moves, space);
    return space;
}

} // namespace strata::npu::detail
