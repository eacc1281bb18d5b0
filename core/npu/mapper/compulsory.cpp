// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/compulsory.h"

#include <algorithm>
#include <bit>

namespace strata::npu::detail {
namespace {

/// Every word of the part of a tensor that one instance is given comes at least once. Axes on which several dimensions
/// move the tensor count as one word: how their tiles overlap depends on the loops.
double leastOnce(const LinkModel& model, const Link& link) {
    const MapSpace& space = *model.space;
    const TensorShape& shape = space.shapes[link.tensor];
    if (link.counts_cycles) return model.compute_cycles;
    if (!shape.regular || link.lower == space.levels) return 1.0;
    double words = 1.0;
    for (const std::uint32_t d : space.dimensions) {
        if ((shape.relevant >> d & 1u) == 0 || std::popcount(shape.axis_dimensions[shape.axis[d]]) > 1) continue;
        words *= model.inside[link.lower][d] * static_cast<double>(model.rest[d]);
    }
    return words;
}

} // namespace

Floor compulsory(const LinkModel& model) {
    const MapSpace& space = *model.space;
    Floor floor{model.constant_pj, model.compute_cycles};
    std::array<double, kMaxLevels> reads{}, writes{};
    for (const Link& link : model.links) {
        const LinkWords words = wordsOf(link, leastOnce(model, link));
        floor.energy_pj += words.energy_pj;
        reads[link.upper] += (link.output ? words.back : words.asked) * link.upper_weight;
        if (link.output) writes[link.upper] += words.asked * link.upper_weight;
        if (link.lower < space.levels) writes[link.lower] += words.filled * link.lower_weight;
    }
    for (std::size_t l = 0; l < space.levels; ++l)
        floor.cycles =
            std::max({floor.cycles, reads[l] / space.facts[l].read_limit, writes[l] / space.facts[l].write_limit});
    floor.energy_pj += model.leak_pj_per_cycle * floor.cycles;
    return floor;
}

Floor compulsory(const MapSpace& space, double compute_cycles) {
    return {space.macs * space.architecture->compute.mac_pj, compute_cycles};
}

std::vector<TooSmall> tooSmall(const MapSpace& space, const KeepMask& keep) {
    // The smallest tile: one iteration of every loop that is free.
    PerDimension<double> bounds;
    bounds.fill(1.0);
    std::vector<TooSmall> levels;
    for (std::size_t l = space.levels; l-- > 0;) {
        for (const std::uint32_t d : space.dimensions)
            bounds[d] *= static_cast<double>(space.temporal[l][d].least * space.spatial_x[l][d].least *
                                             space.spatial_y[l][d].least);
        if (l == 0)
            for (const std::uint32_t d : space.dimensions)
                bounds[d] = static_cast<double>(space.bound[d]);
        const LevelFacts& facts = space.facts[l];
        const double used = usedWords(
            facts, space.tensors, [&](std::size_t t) { return (keep[l] >> t & 1u) != 0; },
            [&](std::size_t t) {
                AxisVector extent;
                setExtents(space.projections[t], bounds, extent);
                return volume(extent, space.projections[t].axis_count);
            });
        if (overflows(facts, used)) levels.push_back({l, used, facts.capacity});
    }
    return levels;
}

} // namespace strata::npu::detail
