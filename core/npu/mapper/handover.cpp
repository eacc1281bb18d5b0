// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/handover.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::npu::detail {
namespace {

bool has(std::uint32_t set, std::uint32_t bit) { return (set >> bit & 1u) != 0; }

using Place = std::array<double, kMaxAxes>;

/// Along each axis, the greatest common step of loops that are not known yet; 0 where there are none.
using Steps = std::array<std::uint64_t, kMaxAxes>;

bool reaches(const Place& shift, const Place& distance, const Steps& further, std::size_t axes) {
    for (const double sign : {1.0, -1.0}) {
        bool reached = true;
        for (std::size_t a = 0; a < axes && reached; ++a) {
            const double apart = std::abs(distance[a] - sign * shift[a]);
            reached = apart == 0.0 || (further[a] != 0 && static_cast<std::uint64_t>(apart) % further[a] == 0);
        }
        if (reached) return true;
    }
    return false;
}

constexpr std::size_t kMostLoops = 12;

/// How one tensor's tile moves through the loops outside a level's children.
struct Moves {
    std::size_t axes = 0;
    std::size_t count = 0; ///< known loops
    std::array<Place, kMostLoops> step;
    Steps unknown{}; ///< of loops that are not known yet
    Steps common{};  ///< of all loops
};

/// Whether the common steps allow the distance at all.
bool divides(const Moves& moves, const Place& distance) {
    for (std::size_t a = 0; a < moves.axes; ++a) {
        const auto apart = static_cast<std::uint64_t>(std::abs(distance[a]));
        if (apart != 0 && (moves.common[a] == 0 || apart % moves.common[a] != 0)) return false;
    }
    return true;
}

/// Whether the tile may move by a distance: by one loop forwards while any loops further in start again, or only by
/// such restarts. A tensor that moves along an axis of its own never comes back to a neighbour's tile.
bool moveBy(const Moves& moves, const Place& distance) {
    if (!divides(moves, distance)) return false;
    for (std::uint32_t inner = 0; inner < (1u << moves.count); ++inner) {
        Place back{};
        for (std::size_t i = 0; i < moves.count; ++i)
            for (std::size_t a = 0; a < moves.axes && has(inner, static_cast<std::uint32_t>(i)); ++a)
                back[a] -= moves.step[i][a];
        for (std::size_t k = 0; k <= moves.count; ++k) {
            if (k < moves.count && has(inner, static_cast<std::uint32_t>(k))) continue;
            Place shift = back;
            for (std::size_t a = 0; a < moves.axes && k < moves.count; ++a)
                shift[a] += moves.step[k][a];
            if (reaches(shift, distance, moves.unknown, moves.axes)) return true;
        }
    }
    return false;
}

/// Which of a signed distance one axis reaches: by restarts alone, and with one of its loops forwards.
struct AxisReach {
    std::array<bool, 2> back{}, forwards{}; ///< by sign
};

/// The loops of one axis: their sums are few, where those of all axes together are many.
struct AxisLoops {
    std::array<double, kMostLoops> step;
    std::size_t count = 0;
};

AxisReach reachOf(const AxisLoops& loops, double distance, std::uint64_t unknown) {
    AxisReach reach;
    const auto meets = [&](double shift, std::size_t sign) {
        const double apart = std::abs(distance - (sign == 0 ? shift : -shift));
        return apart == 0.0 || (unknown != 0 && static_cast<std::uint64_t>(apart) % unknown == 0);
    };
    for (std::uint32_t inner = 0; inner < (1u << loops.count); ++inner) {
        double back = 0.0;
        for (std::size_t i = 0; i < loops.count; ++i)
            if (has(inner, static_cast<std::uint32_t>(i))) back -= loops.step[i];
        for (std::size_t sign = 0; sign < 2; ++sign) {
            reach.back[sign] = reach.back[sign] || meets(back, sign);
            for (std::size_t k = 0; k < loops.count && !reach.forwards[sign]; ++k)
                if (!has(inner, static_cast<std::uint32_t>(k)))
                    reach.forwards[sign] = meets(back + loops.step[k], sign);
        }
    }
    return reach;
}

/// The same as moveBy() where each loop moves the tensor along one axis only: an axis restarts whatever loops of its
/// own, and at most one of all axes has a loop that goes forwards.
bool moveByAxes(const Moves& moves, const std::array<AxisLoops, kMaxAxes>& loops, const Place& distance) {
    if (!divides(moves, distance)) return false;
    std::array<std::size_t, 2> stuck{};     // axes that restarts alone do not bring there
    std::array<bool, 2> helped{true, true}; // and that a loop forwards does
    for (std::size_t a = 0; a < moves.axes; ++a) {
        if (loops[a].count == 0 && distance[a] == 0.0) continue;
        const AxisReach reach = reachOf(loops[a], distance[a], moves.unknown[a]);
        for (std::size_t sign = 0; sign < 2; ++sign) {
            if (reach.back[sign]) continue;
            ++stuck[sign];
            helped[sign] = helped[sign] && reach.forwards[sign];
        }
    }
    for (std::size_t sign = 0; sign < 2; ++sign)
        if (stuck[sign] == 0 || (stuck[sign] == 1 && helped[sign])) return true;
    return false;
}

} // namespace

NeighbourSteps neighbourSteps(const MapSpace& space, std::size_t level, const SpatialArrangement& arrangement) {
    constexpr std::size_t kMostChildren = 4096;
    NeighbourSteps found;
    std::vector<NeighbourStep> places(1);
    PerDimension<std::int32_t> stride;
    stride.fill(1);
    // In the order in which the children stand in the array: X runs fastest.
    for (const auto* loops : {&arrangement.x, &arrangement.y}) {
        for (std::size_t i = loops->size(); i-- > 0;) {
            const Loop& loop = (*loops)[i];
            const std::size_t count = places.size();
            if (count * loop.bound > kMostChildren) return {{}, false};
            for (std::uint64_t k = 1; k < loop.bound; ++k) {
                for (std::size_t p = 0; p < count; ++p) {
                    NeighbourStep place = places[p];
                    place[loop.dimension] += stride[loop.dimension] * static_cast<std::int32_t>(k);
                    places.push_back(place);
                }
            }
            stride[loop.dimension] *= static_cast<std::int32_t>(loop.bound);
        }
    }
    const auto add = [&](std::size_t i, std::size_t j) {
        NeighbourStep step;
        std::int32_t sign = 0;
        for (std::size_t d = 0; d < step.size(); ++d) {
            step[d] = places[j][d] - places[i][d];
            if (sign == 0 && step[d] != 0) sign = step[d] > 0 ? 1 : -1;
        }
        for (std::int32_t& value : step)
            value *= sign;
        if (std::find(found.steps.begin(), found.steps.end(), step) == found.steps.end()) found.steps.push_back(step);
    };
    const std::size_t width = std::max<std::size_t>(1, space.architecture->levels[level].fanout_x);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if ((i + 1) % width != 0 && i + 1 < places.size()) add(i, i + 1);
        if (i + width < places.size()) add(i, i + width);
    }
    return found;
}

Neighbours findNeighbours(const LinkModel& model) {
    const MapSpace& space = *model.space;
    Neighbours found;
    PerDimension<double> ones;
    ones.fill(1.0);
    for (std::size_t l = 0; l < space.levels; ++l) {
        found.arrangements[l] = arrangementsOf(space, l, model.spatial[l], false);
        bool may_pass = false;
        for (std::uint32_t t = 0; t < space.tensors; ++t)
            may_pass = may_pass || mayHandOver(model, t, l);
        if (!may_pass) {
            found.steps[l].resize(found.arrangements[l].size());
            continue;
        }
        for (const SpatialArrangement& arrangement : found.arrangements[l]) {
            const NeighbourSteps& steps = found.steps[l].emplace_back(neighbourSteps(space, l, arrangement));
            found.any_step[l].known = found.any_step[l].known && steps.known;
            for (const NeighbourStep& step : steps.steps) {
                auto& all = found.any_step[l].steps;
                if (std::find(all.begin(), all.end(), step) == all.end()) all.push_back(step);
            }
        }
        // Whatever the tiles are: children that lie apart only along axes of one dimension never hand over.
        if (mayPassOn(model, l, found.any_step[l], ones, {}, ones)) found.may_pass |= 1u << l;
    }
    return found;
}

bool mayPassOn(const LinkModel& model, std::size_t level, const NeighbourSteps& neighbours,
               const PerDimension<double>& tile, const std::vector<PlacedLoop>& loops,
               const PerDimension<double>& further) {
    const MapSpace& space = *model.space;
    for (std::uint32_t t = 0; t < space.tensors; ++t) {
        const TensorShape& shape = space.shapes[t];
        if (!shape.slides) continue;
        const Projection& projection = space.projections[t];
        const std::uint32_t shared = shape.regular ? shape.shared : shape.relevant;
        Moves moves;
        moves.axes = projection.axis_count;
        std::array<AxisLoops, kMaxAxes> by_axis;
        const auto addCommon = [&](std::size_t axis, double step) {
            if (step > 0.0) moves.common[axis] = std::gcd(moves.common[axis], static_cast<std::uint64_t>(step));
        };
        bool any = false, many = !neighbours.known;
        for (const PlacedLoop& placed : loops) {
            if (placed.level > level || !has(shared, placed.loop.dimension)) continue;
            any = true;
            many = many || moves.count == kMostLoops;
            if (many) continue;
            const AxisVector& coefficient = projection.coefficient[placed.loop.dimension];
            const std::size_t known = moves.count++;
            if (shape.regular) {
                const std::size_t axis = shape.axis[placed.loop.dimension];
                const double step = coefficient[axis] * placed.loop.stride;
                addCommon(axis, step);
                by_axis[axis].step[by_axis[axis].count++] = step;
                continue;
            }
            for (std::size_t a = 0; a < moves.axes; ++a) {
                moves.step[known][a] = coefficient[a] * placed.loop.stride;
                addCommon(a, moves.step[known][a]);
            }
        }
        for (const std::uint32_t d : space.dimensions) {
            if (!has(shared, d) || further[d] == 0.0) continue;
            any = true;
            for (std::size_t a = 0; a < moves.axes; ++a) {
                const double step = projection.coefficient[d][a] * further[d];
                addCommon(a, step);
                if (step > 0.0) moves.unknown[a] = std::gcd(moves.unknown[a], static_cast<std::uint64_t>(step));
            }
        }
        if (!any) continue;
        if (many) return true;
        for (const NeighbourStep& step : neighbours.steps) {
            Place distance{};
            bool apart = false;
            for (std::size_t k = 0; k < projection.term_count; ++k) {
                const Projection::Term& term = projection.terms[k];
                distance[term.axis] += term.coefficient * tile[term.dimension] * step[term.dimension];
            }
            for (std::size_t a = 0; a < moves.axes; ++a)
                apart = apart || distance[a] != 0.0;
            if (apart && (shape.regular ? moveByAxes(moves, by_axis, distance) : moveBy(moves, distance))) return true;
        }
    }
    return false;
}

} // namespace strata::npu::detail
