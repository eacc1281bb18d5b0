// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/tile_links.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {
namespace {

/// Words of one tensor through the ports of one instance, as the closed form throttles them.
struct PortWords {
    double reads = 0.0, fills = 0.0, updates = 0.0;
};

PortWords portWords(const TensorAccess& access, double compute_cycles) {
    const double writes = access.fills + access.updates;
    const double through = access.write_words_per_cycle * compute_cycles;
    PortWords words;
    words.reads = access.read_words_per_cycle * compute_cycles;
    if (writes > 0.0) {
        words.fills = through * (access.fills / writes);
        words.updates = through * (access.updates / writes);
    }
    return words;
}

PortShare readPort(const hardware::NpuArchitecture& architecture, std::size_t level, double words) {
    return {2 * level, words / architecture.levels[level].read_words_per_cycle};
}

PortShare writePort(const hardware::NpuArchitecture& architecture, std::size_t level, double words) {
    return {2 * level + 1, words / architecture.levels[level].write_words_per_cycle};
}

/// Iterations of each dimension inside one tile of a level.
PerDimension<double> iterationsInside(const FlatNest& nest, std::size_t level) {
    PerDimension<double> inside;
    inside.fill(1.0);
    for (std::size_t i = nest.level_begin[level]; i < nest.loop_count; ++i)
        inside[nest.loops[i].dimension] *= nest.loops[i].bound;
    return inside;
}

struct LoopDigits {
    std::array<std::size_t, kMaxLoops> digit_of{};    ///< by loop of the nest; temporal ones only
    std::array<std::size_t, kMaxLevels + 1> before{}; ///< digits of the loops outside a level, the leading one included
};

LoopDigits numberDigits(const FlatNest& nest, TileProgram& program) {
    LoopDigits digits;
    std::size_t count = 1;
    program.bounds.fill(1);
    for (std::size_t l = 0; l < nest.level_count; ++l) {
        digits.before[l] = count;
        for (std::size_t i = nest.level_begin[l]; i < nest.spatial_begin[l]; ++i) {
            digits.digit_of[i] = count;
            program.bounds[count++] = static_cast<std::uint64_t>(nest.loops[i].bound);
        }
    }
    digits.before[nest.level_count] = count;
    return digits;
}

void setLoads(const FlatNest& nest, const LoopDigits& digits, const Projection& projection, TileLink& link) {
    AxisVector extent{};
    const PerDimension<double> inside = iterationsInside(nest, link.inner);
    setExtents(projection, inside, extent);
    MovementQuery query;
    query.projection = &projection;
    query.nest = &nest;
    query.level = link.inner - 1;
    query.extent = &extent;
    TileLoads loads;
    listTileLoads(query, loads);
    link.loads.fill(0.0);
    double all = link.first = loads.whole;
    std::size_t listed = 0;
    for (std::size_t i = nest.spatial_begin[link.inner - 1]; i-- > 0;) {
        const FlatLoop& loop = nest.loops[i];
        if (loop.spatial) continue;
        const double words = loads.words[listed++];
        link.loads[digits.digit_of[i]] = words;
        all += words * loop.outside * (loop.bound - 1.0);
    }
    link.first /= all;
    for (double& share : link.loads)
        share /= all;
}

} // namespace

bool makeTileProgram(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                     const std::vector<Projection>& projections, const Mapping& mapping, const LoopNestResult& counted,
                     TileProgram& program) {
    FlatNest nest;
    const std::size_t levels = architecture.levels.size();
    if (!flatten(mapping, levels, problem.dimensions.size(), nest)) return false;
    const LoopDigits digits = numberDigits(nest, program);
    program.links.clear();
    program.step.clear();
    program.digits = 1;
    for (std::size_t t = 0; t < problem.tensors.size(); ++t) {
        int outside = -1;
        int outer = -1;
        for (std::size_t l = 0; l < levels; ++l) {
            if (!counted.levels[l].tensors[t].kept) continue;
            if (outer >= 0) {
                TileLink link;
                link.tensor = t;
                link.outer = static_cast<std::size_t>(outer);
                link.inner = l;
                link.digits = digits.before[l];
                link.outside = outside;
                link.output = problem.tensors[t].output;
                const PortWords above = portWords(counted.levels[link.outer].tensors[t], counted.compute_cycles);
                const PortWords here = portWords(counted.levels[l].tensors[t], counted.compute_cycles);
                link.fill = {readPort(architecture, link.outer, above.reads), writePort(architecture, l, here.fills)};
                link.drain = writePort(architecture, link.outer, above.updates);
                setLoads(nest, digits, projections[t], link);
                if (link.output && link.first < 1.0) { // sums that begin are not loaded: the others share the words
                    for (PortShare& share : link.fill)
                        share.cycles /= 1.0 - link.first;
                    link.first_load = 0.0;
                } else {
                    link.first_load = link.first;
                }
                program.digits = std::max(program.digits, link.digits);
                outside = static_cast<int>(program.links.size());
                if (link.outside >= 0) program.links[static_cast<std::size_t>(link.outside)].inside = outside;
                program.links.push_back(link);
            }
            outer = static_cast<int>(l);
        }
        if (outer < 0) return false;
        // What the units themselves read and write, in every step alike.
        const auto level = static_cast<std::size_t>(outer);
        const PortWords words = portWords(counted.levels[level].tensors[t], counted.compute_cycles);
        program.step.push_back(readPort(architecture, level, words.reads));
        program.step.push_back(writePort(architecture, level, words.updates));
    }
    double steps = 1.0;
    for (std::size_t d = 1; d < program.digits; ++d)
        steps *= static_cast<double>(program.bounds[d]);
    program.step_cycles = counted.compute_cycles / steps;
    for (PortShare& share : program.step)
        share.cycles /= steps;
    std::erase_if(program.step, [](const PortShare& share) { return !(share.cycles > 0.0); });
    return true;
}

std::size_t nextTile(const TileLink& link, const TileProgram& program, Odometer& at) {
    std::size_t end = link.digits;
    while (end > 1 && link.loads[end - 1] == 0.0)
        --end; // what innermost loops leave where it is needs no steps of its own
    for (;;) {
        const std::size_t advanced = advance(at, program.bounds, end);
        if (advanced == 0 || link.loads[advanced] > 0.0) return advanced;
    }
}

} // namespace strata::npu::detail
