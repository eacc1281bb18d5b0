// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/link_model.h"

#include <algorithm>
#include <bit>

namespace strata::npu::detail {
namespace {

bool has(std::uint32_t set, std::uint32_t bit) { return (set >> bit & 1u) != 0; }

} // namespace

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

/// Least number of different tiles among the children of a level.
double leastDistinct(const LinkModel& model, std::uint32_t tensor, std::size_t level) {
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
    for (std::size_t l = upper; l < lower; ++l)
        link.asked_per_word *= leastDistinct(model, tensor, l);
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
    }
    setStepScale(model, link);
    return link;
}

} // namespace

LinkWords wordsOf(const Link& link, double fetched) {
    LinkWords words;
    words.asked = fetched * link.asked_per_word;
    words.energy_pj = words.asked * link.asked_pj;
    words.filled = fetched * link.filled_per_word;
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
