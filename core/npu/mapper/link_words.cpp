// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/link_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

namespace strata::npu::detail {
namespace {

bool has(std::uint32_t set, std::uint32_t bit) { return (set >> bit & 1u) != 0; }

struct Outside {
    double relevant = 1.0;
    double other = 1.0;
};

Outside productsOf(const LinkModel& model, const TensorShape& shape, const PerDimension<double>& outside) {
    Outside products;
    for (const std::uint32_t d : model.space->dimensions)
        (has(shape.relevant, d) ? products.relevant : products.other) *= outside[d];
    return products;
}

/// Loops over one dimension outside a tile that move it along an axis.
struct AxisMoves {
    double iterations = 1.0;
    double step = 1.0;     ///< every loop moves the tile by a multiple of it
    double furthest = 1.0; ///< all loops together, in steps
};

/// Whether loops over one of two dimensions may bring a tile to where loops over the other one took it, so that less
/// than a whole tile is loaded: so many steps of each have to be as long.
bool mayMeet(const AxisMoves& a, const AxisMoves& b) {
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (a.step >= kExact || b.step >= kExact) return true;
    const auto common =
        static_cast<double>(std::gcd(static_cast<std::uint64_t>(a.step), static_cast<std::uint64_t>(b.step)));
    return b.step / common <= a.furthest && a.step / common <= b.furthest;
}

/// Least words when tiles slide along one axis: the first loop that moves the tensor runs along it and loads what is
/// new; further loops along the axis may go on with that or, where two dimensions share the axis and step as far back
/// as forth, load nothing; all others load whole tiles.
double slidingWords(const LinkModel& model, const Link& link, std::size_t axis, double whole, const AxisVector& extent,
                    const PerDimension<double>& temporal, const PerDimension<double>& outside, double advances) {
    const MapSpace& space = *model.space;
    double along = 1.0, step = extent[axis];
    std::array<AxisMoves, kMaxDimensions> moves;
    std::size_t moving = 0;
    for (const std::uint32_t d : space.dimensions) {
        if (!has(space.shapes[link.tensor].axis_dimensions[axis], d) || outside[d] <= 1.0) continue;
        along *= outside[d];
        const double inside = link.lower == space.levels ? 1.0 : model.inside[link.lower][d];
        const double own =
            space.projections[link.tensor].coefficient[d][axis] * temporal[d] * inside * link.step_scale[d];
        moves[moving++] = {outside[d], own, outside[d] * model.inside[0][d] / inside};
        step = std::min(step, own);
    }
    // Of one dimension, steps as long as the tile load all of it; of several, even those may meet and load nothing.
    if (moving == 0 || (moving == 1 && step >= extent[axis])) return advances * whole;
    if (moving == 2 && !mayMeet(moves[0], moves[1])) { // only one of them slides
        double least = advances * whole;
        for (const AxisMoves& own : {moves[0], moves[1]})
            least = std::min(least, advances / own.iterations * whole *
                                        (1.0 + (own.iterations - 1.0) * std::min(1.0, own.step / extent[axis])));
        return least;
    }
    const double part = whole * step / extent[axis];
    const double slides = moving > 1 ? along / 2.0 : along - 1.0;
    return std::min(advances * whole, advances / along * (whole + slides * part));
}

} // namespace

LeastWords leastWordsBoth(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                          const PerDimension<double>& outside) {
    const MapSpace& space = *model.space;
    const TensorShape& shape = space.shapes[link.tensor];
    const Outside loops = productsOf(model, shape, outside);
    const double all = loops.relevant * loops.other;
    if (link.counts_cycles) return {all, all};
    if (link.lower == space.levels) {
        if (!shape.regular) return {1.0, 1.0};
        if (!shape.slides) return {loops.relevant, all};
        return {std::max(1.0, loops.relevant / 2.0), std::max(1.0, all / 2.0)};
    }
    AxisVector extent;
    const double whole = model.tileWords(link.lower, link.tensor, temporal, extent);
    if (!shape.regular) return {whole, whole};
    double least = loops.relevant * whole;
    for (std::size_t a = 0; shape.slides && a < space.projections[link.tensor].axis_count; ++a) {
        if (std::popcount(shape.axis_dimensions[a]) < 2) continue;
        least = std::min(least, slidingWords(model, link, a, whole, extent, temporal, outside, loops.relevant));
    }
    return {least, least * loops.other};
}

double leastWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                  const PerDimension<double>& outside, bool stands_still) {
    const LeastWords least = leastWordsBoth(model, link, temporal, outside);
    return stands_still ? least.still : least.moved;
}

namespace {

/// A tile that advances through known loops, counted as countPerfect() does.
struct Advancing {
    double words = 0.0;  ///< fetched so far
    double passes = 1.0; ///< iterations of the loops so far
    bool moved = false;
    bool one_axis = true; ///< nothing but loops along the first axis since the tile moved
    std::uint32_t axis = 0;
};

struct Tile {
    AxisVector extent;
    double whole = 1.0;
};

Advancing advance(const LinkModel& model, const Link& link, const Tile& tile, const OuterLoop* loops,
                  std::size_t count) {
    const MapSpace& space = *model.space;
    const Projection& projection = space.projections[link.tensor];
    const TensorShape& shape = space.shapes[link.tensor];
    Advancing state;
    state.words = tile.whole;
    AxisVector position{}, direction{};
    double part = tile.whole;
    for (std::size_t i = 0; i < count; ++i) {
        const OuterLoop& loop = loops[i];
        const bool relevant = projection.relevant[loop.dimension];
        if (!relevant && !state.moved) continue; // loads nothing, and what is inside runs once for all of it
        const AxisVector& coefficient = projection.coefficient[loop.dimension];
        bool still = true, same = state.moved;
        AxisVector shift;
        for (std::size_t a = 0; a < projection.axis_count; ++a) {
            const double own = coefficient[a] * loop.stride;
            shift[a] = own - position[a];
            position[a] += own;
            still = still && shift[a] == 0.0;
            same = same && shift[a] == direction[a];
        }
        double load = tile.whole;
        if (still) {
            load = 0.0;
        } else if (!state.moved) {
            direction = shift;
            double shared = 1.0;
            for (std::size_t a = 0; a < projection.axis_count; ++a)
                shared *= std::max(0.0, tile.extent[a] - std::abs(shift[a]));
            part = tile.whole - shared;
            load = part;
            state.axis = shape.axis[loop.dimension];
        } else if (same) {
            load = part;
        }
        if (state.moved && relevant && shape.axis[loop.dimension] != state.axis) state.one_axis = false;
        state.moved = state.moved || !still;
        // Each iteration of this loop runs the loops inside once more.
        state.words = tile.whole + loop.bound * (state.words - tile.whole) + (loop.bound - 1.0) * load;
        state.passes *= loop.bound;
    }
    return state;
}

} // namespace

PassWords passWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                    const OuterLoop* loops, std::size_t count) {
    Tile tile;
    tile.whole = model.tileWords(link.lower, link.tensor, temporal, tile.extent);
    const Advancing state = advance(model, link, tile, loops, count);
    return {state.words, tile.whole, state.moved, model.space->shapes[link.tensor].slides && state.one_axis,
            state.axis};
}

LeastWords leastWordsBoth(const LinkModel& model, const Link& link, const PassWords& pass,
                          const PerDimension<double>& temporal, const PerDimension<double>& outside) {
    if (link.counts_cycles) return {model.compute_cycles, model.compute_cycles};
    if (!pass.moved) return leastWordsBoth(model, link, temporal, outside);
    const MapSpace& space = *model.space;
    const TensorShape& shape = space.shapes[link.tensor];
    const Outside left = productsOf(model, shape, outside);
    const double all = left.relevant * left.other;
    if (!pass.one_axis) return {pass.words * all, pass.words * all};
    double others = left.other;
    for (const std::uint32_t d : space.dimensions)
        if (has(shape.relevant, d) && shape.axis[d] != pass.axis) others *= outside[d];
    const double words = all * (pass.words - pass.whole) + others * pass.whole;
    return {words, words};
}

double knownWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                  const OuterLoop* loops, std::size_t count, const PerDimension<double>& further) {
    const MapSpace& space = *model.space;
    const TensorShape& shape = space.shapes[link.tensor];
    if (link.counts_cycles) return model.compute_cycles;
    if (link.lower == space.levels) {
        PerDimension<double> outside = further;
        for (std::size_t i = 0; i < count; ++i)
            outside[loops[i].dimension] *= loops[i].bound;
        const bool still = count == 0 || !has(shape.relevant, loops[0].dimension);
        return leastWords(model, link, temporal, outside, still);
    }
    const PassWords pass = passWords(model, link, temporal, loops, count);
    const Outside left = productsOf(model, shape, further);
    if (left.relevant * left.other == 1.0 || !shape.regular) return pass.words;
    return leastWordsBoth(model, link, pass, temporal, further).still;
}

double handedShare(const LinkModel& model, const Link& link, const OuterLoop* loops, std::size_t count,
                   const PerDimension<double>& further, std::optional<std::uint32_t> next) {
    const TensorShape& shape = model.space->shapes[link.tensor];
    if (!model.passing || link.lower == model.space->levels || !shape.regular) return 1.0;
    const auto ownAxis = [&](std::uint32_t d) { return has(shape.relevant, d) && !has(shape.shared, d); };
    double loads = 1.0; // of which the first comes from outside
    for (std::size_t i = 0; i < count; ++i) {
        if (i == 0 && !has(shape.shared, loops[i].dimension)) return 0.0;
        loads *= loops[i].bound;
    }
    if (next && count == 0 && !has(shape.shared, *next)) return 0.0;
    if (next && ownAxis(*next)) return 1.0 - 1.0 / loads;
    for (const std::uint32_t d : model.space->dimensions)
        loads *= further[d];
    return 1.0 - 1.0 / loads;
}

double knownWords(const LinkModel& model, const Link& link, const PerDimension<double>& temporal,
                  const OuterLoop* loops, std::size_t count, const PerDimension<double>& further, std::uint32_t next) {
    const std::uint32_t relevant = model.space->shapes[link.tensor].relevant;
    bool open = link.lower < model.space->levels;
    for (std::size_t i = 0; i < count; ++i)
        open = open && !has(relevant, loops[i].dimension);
    // Loops so far leave the tile where it is; the next one decides whether that goes on.
    if (open) return leastWords(model, link, temporal, further, !has(relevant, next));
    return knownWords(model, link, temporal, loops, count, further);
}

} // namespace strata::npu::detail
