// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/link_model.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace strata::npu::detail {
namespace {

bool has(std::uint32_t set, std::uint32_t bit) { return (set >> bit & 1u) != 0; }

} // namespace

bool mayBeginHandOver(const LinkModel& model, const Link& link, std::uint32_t dimensions) {
    const TensorShape& shape = model.space->shapes[link.tensor];
    return link.lower == model.space->levels || !shape.regular || (shape.shared & dimensions) != 0;
}

bool mayHandOver(const LinkModel& model, std::uint32_t tensor, std::size_t level) {
    const TensorShape& shape = model.space->shapes[tensor];
    if (!shape.slides || !model.passing) return false;
    bool beside = false, moves = false;
    for (const std::uint32_t d : model.space->dimensions) {
        if (!has(shape.relevant, d)) continue;
        const bool shared = !shape.regular || std::popcount(shape.axis_dimensions[shape.axis[d]]) > 1;
        beside = beside || (shared && model.spatial[level][d] > 1);
        moves = moves || (shared && model.rest[d] > 1);
    }
    return beside && moves;
}

namespace {

/// What neighbours that hand tiles over do to the tiles that a level is asked for.
enum class Passing {
    None,    ///< nothing: they do not, or what they do is not known to happen
    Inside,  ///< they hand over tiles of a level that does not keep the tensor
    Adjacent ///< they hand over tiles that fill a level
};

/// Least number of different tiles along one axis. Of a level whose children do not keep the tensor, what is asked is
/// the children's requests times reads over deliveries. Both shrink with what is handed over, and the boxes of the
/// children that are left are shared by no more of them than before: by so many as have the same place on the axis,
/// which one dimension tells when the others are given.
double distinctAlong(const LinkModel& model, std::size_t level, std::uint32_t dimensions, Passing passing) {
    double along = 1.0, widest = 1.0;
    for (const std::uint32_t d : model.space->dimensions) {
        if (!has(dimensions, d)) continue;
        along += model.spatial[level][d] - 1.0;
        widest = std::max(widest, static_cast<double>(model.spatial[level][d]));
    }
    return passing == Passing::Inside && std::popcount(dimensions) > 1 ? widest : along;
}

/// Least number of different tiles among the children of a level that fills, or is asked by, units.
double leastDistinctToUnits(const LinkModel& model, std::uint32_t tensor, std::size_t level) {
    const MapSpace& space = *model.space;
    const TensorShape& shape = space.shapes[tensor];
    if (!shape.regular) return 1.0;
    const hardware::NpuLevel& facts = space.architecture->levels[level];
    const bool merges = space.projections[tensor].output ? facts.spatial_reduction : facts.multicast;
    const bool passes = mayHandOver(model, tensor, level);
    double distinct = 1.0;
    for (std::size_t a = 0; a < space.projections[tensor].axis_count; ++a) {
        double along = 1.0;
        for (const std::uint32_t d : space.dimensions)
            if (has(shape.axis_dimensions[a], d)) along += model.spatial[level][d] - 1.0;
        const bool shared = std::popcount(shape.axis_dimensions[a]) > 1;
        distinct *= shared && passes ? 1.0 : along;
    }
    if (merges || passes) return distinct;
    double children = 1.0;
    for (const std::uint32_t d : space.dimensions)
        children *= model.spatial[level][d];
    return children;
}

/// Least number of different tiles that a level is asked for at a time. Tiles move by one distance when neighbours hand
/// them over, so that those at one end along one of the shared axes are left.
double leastDistinct(const LinkModel& model, std::uint32_t tensor, std::size_t level, Passing passing) {
    const MapSpace& space = *model.space;
    const TensorShape& shape = space.shapes[tensor];
    if (!shape.regular) return 1.0;
    const hardware::NpuLevel& facts = space.architecture->levels[level];
    const bool merges = space.projections[tensor].output ? facts.spatial_reduction : facts.multicast;
    double distinct = 1.0, longest = 1.0, children = 1.0;
    for (std::size_t a = 0; a < space.projections[tensor].axis_count; ++a) {
        const double along = distinctAlong(model, level, shape.axis_dimensions[a], passing);
        distinct *= along;
        if (std::popcount(shape.axis_dimensions[a]) > 1) longest = std::max(longest, along);
    }
    for (const std::uint32_t d : space.dimensions)
        children *= model.spatial[level][d];
    if (passing == Passing::Adjacent) return distinct / longest;
    return merges ? distinct : children;
}

double childrenOf(const LinkModel& model, std::size_t level) {
    double children = 1.0;
    for (const std::uint32_t d : model.space->dimensions)
        children *= model.spatial[level][d];
    return children;
}

/// Distinct words that an instance of a level ever sees of an output; more than that where tiles overlap.
double partitionOf(const LinkModel& model, std::uint32_t tensor, std::size_t level) {
    const MapSpace& space = *model.space;
    const TensorShape& shape = space.shapes[tensor];
    PerDimension<double> bounds;
    bounds.fill(1.0);
    for (const std::uint32_t d : space.dimensions) {
        bounds[d] = static_cast<double>(space.bound[d]);
        for (std::size_t l = 0; l < level && shape.regular && !shape.slides; ++l)
            bounds[d] /= model.spatial[l][d];
    }
    AxisVector extent;
    setExtents(space.projections[tensor], bounds, extent);
    return volume(extent, space.projections[tensor].axis_count);
}

double usedInstances(const LinkModel& model, std::size_t level) {
    double instances = 1.0;
    for (std::size_t l = 0; l < level; ++l)
        instances *= childrenOf(model, l);
    return instances;
}

/// Least step of the loops outside a tile: spatial loops that certainly stand inside of them widen it.
void setStepScale(const LinkModel& model, Link& link) {
    const MapSpace& space = *model.space;
    link.step_scale.fill(1.0);
    for (const std::uint32_t d : space.dimensions) {
        for (std::size_t l = link.lower; l-- > 0;) {
            link.step_scale[d] *= model.spatial[l][d];
            if (space.temporal[l][d].most > 1) break;
        }
    }
}

Link makeLink(const LinkModel& model, std::uint32_t tensor, std::size_t upper, std::size_t lower) {
    const MapSpace& space = *model.space;
    Link link;
    link.tensor = tensor;
    link.upper = upper;
    link.lower = lower;
    link.output = space.projections[tensor].output;
    const bool to_units = lower == space.levels;
    link.counts_cycles = to_units && !model.spread_units;
    for (std::size_t l = upper; l < lower; ++l) {
        const bool passes = mayHandOver(model, tensor, l), adjacent = l + 1 == lower;
        const double asked = to_units   ? leastDistinctToUnits(model, tensor, l)
                             : !passes  ? leastDistinct(model, tensor, l, Passing::None)
                             : adjacent ? leastDistinct(model, tensor, l, Passing::Adjacent)
                                        : leastDistinct(model, tensor, l, Passing::Inside);
        link.asked_per_word *= asked;
        link.rounds = link.rounds || (passes && !to_units);
        const bool changes = passes && adjacent && !to_units && space.shapes[tensor].regular;
        link.asked_alone *= changes ? leastDistinct(model, tensor, l, Passing::None) : asked;
    }
    const LevelFacts& above = space.facts[upper];
    const double used_above = usedInstances(model, upper);
    const double clusters_above = std::min(used_above, above.clusters) / above.words_per_entry[tensor];
    link.upper_weight = above.word_weight[tensor];
    link.asked_pj = clusters_above * (link.output ? above.energy.update_pj : above.energy.read_pj);
    link.back_pj = link.output ? clusters_above * above.energy.read_pj : 0.0;
    link.upper_partition = link.output ? partitionOf(model, tensor, upper) : 0.0;
    if (!to_units) {
        const LevelFacts& below = space.facts[lower];
        const double clusters = std::min(usedInstances(model, lower), below.clusters);
        link.filled_pj = clusters / below.words_per_entry[tensor] * below.energy.write_pj;
        link.lower_weight = below.word_weight[tensor];
        link.lower_partition = link.output ? partitionOf(model, tensor, lower) : 0.0;
        const double children = childrenOf(model, lower - 1);
        const double copies = usedInstances(model, lower - 1);
        if (mayHandOver(model, tensor, lower - 1)) link.filled_per_word = (1.0 + (children - 1.0) / copies) / children;
        link.filled_alone = space.shapes[tensor].regular ? 1.0 : link.filled_per_word;
    }
    setStepScale(model, link);
    return link;
}

} // namespace

LinkWords wordsOf(const Link& link, double fetched, double handed) {
    LinkWords words;
    words.asked = fetched * (link.asked_alone + handed * (link.asked_per_word - link.asked_alone));
    words.filled = fetched * (link.filled_alone + handed * (link.filled_per_word - link.filled_alone));
    if (link.rounds) {
        words.asked = std::floor(words.asked);
        words.filled = std::floor(words.filled);
    }
    words.energy_pj = words.asked * link.asked_pj;
    if (link.output) {
        words.back = std::max(0.0, words.asked - link.upper_partition);
        words.filled = std::max(0.0, words.filled - link.lower_partition);
        words.energy_pj += words.back * link.back_pj;
    }
    words.energy_pj += words.filled * link.filled_pj;
    return words;
}

double LinkModel::tileWords(std::size_t level, std::uint32_t tensor, const PerDimension<double>& temporal,
                            AxisVector& extent) const {
    const Projection& projection = space->projections[tensor];
    for (std::size_t a = 0; a < projection.axis_count; ++a)
        extent[a] = 1.0;
    for (std::size_t k = 0; k < projection.term_count; ++k) {
        const Projection::Term& term = projection.terms[k];
        extent[term.axis] += term.coefficient * (temporal[term.dimension] * inside[level][term.dimension] - 1.0);
    }
    return volume(extent, projection.axis_count);
}

bool LinkModel::fits(std::size_t level, const PerDimension<double>& temporal) const {
    const LevelFacts& facts = space->facts[level];
    if (!facts.stores || facts.capacity <= 0.0) return true;
    AxisVector extent;
    const double used = usedWords(
        facts, space->tensors, [&](std::size_t t) { return has(keep[level], static_cast<std::uint32_t>(t)); },
        [&](std::size_t t) { return tileWords(level, static_cast<std::uint32_t>(t), temporal, extent); });
    return !overflows(facts, used);
}

std::array<Factors, kMaxLevels> oneUnit() {
    std::array<Factors, kMaxLevels> factors;
    for (Factors& level : factors)
        level.fill(1);
    return factors;
}

LinkModel makeLinkModel(const MapSpace& space, const KeepMask& keep, const std::array<Factors, kMaxLevels>& spatial,
                        bool passing) {
    LinkModel model;
    model.passing = passing;
    model.space = &space;
    model.keep = keep;
    model.spatial = spatial;
    model.rest = space.bound;
    for (auto& level : model.inside)
        level.fill(1.0);
    for (std::size_t l = space.levels; l-- > 0;) {
        for (const std::uint32_t d : space.dimensions) {
            model.inside[l][d] = model.inside[l + 1][d] * spatial[l][d];
            model.rest[d] /= spatial[l][d];
        }
    }
    for (const std::uint32_t d : space.dimensions)
        model.compute_cycles *= static_cast<double>(model.rest[d]);
    model.spread_units = childrenOf(model, space.levels - 1) > 1.0;
    const hardware::NpuCompute& compute = space.architecture->compute;
    model.constant_pj = space.macs * compute.mac_pj;
    model.leak_pj_per_cycle = compute.leak_pj_per_cycle * usedInstances(model, space.levels);
    for (std::size_t l = 0; l < space.levels; ++l)
        if (space.facts[l].stores)
            model.leak_pj_per_cycle += space.facts[l].energy.leak_pj_per_cycle * usedInstances(model, l);
    for (std::uint32_t t = 0; t < space.tensors; ++t) {
        std::size_t lower = space.levels;
        for (std::size_t l = space.levels; l-- > 0;) {
            if (!has(keep[l], t)) continue;
            model.links.push_back(makeLink(model, t, l, lower));
            lower = l;
        }
    }
    std::stable_sort(model.links.begin(), model.links.end(),
                     [](const Link& a, const Link& b) { return a.lower > b.lower; });
    return model;
}

} // namespace strata::npu::detail
