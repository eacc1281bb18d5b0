// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/movement.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {

namespace {

/// How much of a tile is loaded when one temporal loop advances.
enum class Load { Nothing, Part, Whole };

/// One temporal loop advancing while all loops inside start again.
struct Advance {
    AxisVector shift; ///< movement of the tile
    double repeats;   ///< advances in one run of the loop
    double times;     ///< advances over the whole nest
    Load load;
};

struct Advances {
    std::array<Advance, kMaxLoops> list; ///< innermost loop first
    std::size_t count = 0;
    double whole_words = 1.0;
    double part_words = 0.0;

    double words(Load load) const { return load == Load::Whole ? whole_words : load == Load::Part ? part_words : 0.0; }
};

/// Words of a box that its predecessor, shifted back, does not hold.
double newWords(const AxisVector& extent, const AxisVector& shift, std::size_t axis_count) {
    double whole = 1.0;
    double shared = 1.0;
    for (std::size_t a = 0; a < axis_count; ++a) {
        whole *= extent[a];
        shared *= std::max(0.0, extent[a] - std::abs(shift[a]));
    }
    return whole - shared;
}

void listAdvances(const MovementQuery& query, Advances& advances) {
    const Projection& projection = *query.projection;
    const FlatNest& nest = *query.nest;
    const std::size_t end = nest.spatial_begin[query.level];
    advances.whole_words = query.to_compute ? 1.0 : volume(*query.extent, projection.axis_count);
    AxisVector inside{}; // where the tile stands, relative to its start, when the loops inside are through
    const AxisVector* direction = nullptr; // of the first movement, from the innermost loop outwards
    bool moved = false;
    for (std::size_t i = end; i-- > 0;) {
        const FlatLoop& loop = nest.loops[i];
        if (loop.spatial) {
            continue;
        }
        Advance& advance = advances.list[advances.count++];
        advance.repeats = loop.bound - 1.0;
        advance.times = loop.outside * advance.repeats;
        const bool relevant = projection.relevant[loop.dimension];
        if (!relevant && !moved) {
            std::fill_n(advance.shift.begin(), projection.axis_count, 0.0);
            advance.load = query.to_compute ? Load::Whole : Load::Nothing;
            continue;
        }
        const AxisVector& coefficient = projection.coefficient[loop.dimension];
        bool still = true;
        bool same = direction != nullptr;
        for (std::size_t a = 0; a < projection.axis_count; ++a) {
            const double own = coefficient[a] * loop.stride;
            advance.shift[a] = own - inside[a];
            inside[a] += own;
            still &= advance.shift[a] == 0.0;
            same = same && advance.shift[a] == (*direction)[a];
        }
        if (query.to_compute) {
            advance.load = Load::Whole;
            moved |= !still;
        } else if (still) {
            advance.load = Load::Nothing;
        } else if (!moved) {
            direction = &advance.shift;
            advances.part_words = newWords(*query.extent, *direction, projection.axis_count);
            advance.load = advances.part_words < advances.whole_words ? Load::Part : Load::Whole;
            moved = true;
        } else {
            advance.load = same && advances.part_words < advances.whole_words ? Load::Part : Load::Whole;
        }
    }
}

bool within(const AxisVector& shift, const AxisVector& span, std::size_t axis_count) {
    for (std::size_t a = 0; a < axis_count; ++a) {
        if (std::abs(shift[a]) > span[a]) {
            return false;
        }
    }
    return true;
}

/// Replaces merged reads by hand-overs between neighbours where that lowers the reads.
void passOn(const MovementQuery& query, const Spread& spread, const Advances& advances, SpreadScratch& scratch,
            Movement& movement) {
    if (advances.count == 0) {
        return;
    }
    const PerDimension<bool> last{};
    const auto apply = [&](const Advance& advance, double times, const Handover& pass) {
        if (times == 0.0 || pass.taken == 0.0) {
            return;
        }
        const double distinct = query.merge ? pass.distinct : spread.children - pass.taken;
        const double before = query.merge ? spread.distinct : spread.children;
        if (distinct >= before) {
            return;
        }
        const double words = advances.words(advance.load) * times;
        movement.reads -= (before - distinct) * words;
        movement.delivered -= pass.taken * words;
        movement.passed += pass.taken * words;
    };
    // The step before the innermost loop advances is a start of that loop: the nest's own, or after an outer loop
    // advanced.
    const Advance& innermost = advances.list[0];
    for (std::size_t k = 0; k < advances.count; ++k) {
        const Advance& advance = advances.list[k];
        if (advance.load == Load::Nothing || (k > 0 && innermost.load != advance.load)) {
            continue;
        }
        if (!within(advance.shift, spread.span, query.projection->axis_count)) {
            continue;
        }
        const Handover pass =
            handover(*query.projection, *query.nest, query.level, last, last, advance.shift, query.mesh, scratch);
        if (k > 0) {
            apply(advance, advance.times, pass);
            continue;
        }
        double starts = advance.load == Load::Whole ? 1.0 : 0.0;
        for (std::size_t outer = 1; outer < advances.count; ++outer) {
            starts += advances.list[outer].load == advance.load ? advances.list[outer].times : 0.0;
        }
        const double times = starts * advance.repeats;
        apply(advance, times, pass);
    }
}

} // namespace

void listTileLoads(const MovementQuery& query, TileLoads& loads) {
    Advances advances;
    listAdvances(query, advances);
    loads.count = advances.count;
    loads.whole = advances.whole_words;
    for (std::size_t i = 0; i < advances.count; ++i)
        loads.words[i] = advances.words(advances.list[i].load);
}

Movement countPerfect(const MovementQuery& query, SpreadScratch& scratch) {
    const FlatNest& nest = *query.nest;
    const std::size_t end = nest.spatial_begin[query.level];
    Movement movement;
    const bool one_child = end == nest.level_begin[query.level + 1];
    if (query.to_compute && one_child) { // a unit asks for one word a cycle
        movement.reads = nest.temporalIterations(end);
        movement.delivered = movement.reads;
        return movement;
    }
    Advances advances;
    listAdvances(query, advances);
    double fetched = advances.whole_words;
    for (std::size_t i = 0; i < advances.count; ++i) {
        fetched += advances.list[i].times * advances.words(advances.list[i].load);
    }
    if (one_child) {
        movement.reads = fetched;
        movement.delivered = fetched;
        return movement;
    }
    const PerDimension<bool> last{};
    const Spread children = spread(*query.projection, nest, query.level, last, scratch);
    movement.reads = fetched * (query.merge ? children.distinct : children.children);
    movement.delivered = fetched * children.children;
    if (children.children > 1.0 && (children.moves || query.to_compute)) {
        passOn(query, children, advances, scratch, movement);
    }
    return movement;
}

} // namespace strata::npu::detail
