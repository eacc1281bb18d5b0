// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/handover.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace strata::npu::detail {
namespace {

bool has(std::uint32_t set, std::uint32_t bit) { return (set >> bit & 1u) != 0; }

/// Dimensions that share an axis of a tensor with others.
std::uint32_t sharedDimensions(const TensorShape& shape) {
    std::uint32_t shared = 0;
    for (const std::uint32_t dimensions : shape.axis_dimensions)
        if (std::popcount(dimensions) > 1) shared |= dimensions;
    return shared;
}

using Place = std::array<double, kMaxAxes>;

/// Where each child's tile lies, in the order in which the children stand in the array: X runs fastest.
std::vector<Place> placesOf(const LinkModel& model, std::uint32_t tensor, const SpatialArrangement& arrangement,
                            const PerDimension<double>& tile) {
    const Projection& projection = model.space->projections[tensor];
    std::vector<Place> places(1);
    PerDimension<double> stride = tile;
    const auto spread = [&](const std::vector<Loop>& loops) {
        for (std::size_t i = loops.size(); i-- > 0;) {
            const Loop& loop = loops[i];
            const std::size_t count = places.size();
            for (std::uint64_t k = 1; k < loop.bound; ++k) {
                for (std::size_t p = 0; p < count; ++p) {
                    Place place = places[p];
                    for (std::size_t a = 0; a < projection.axis_count; ++a)
                        place[a] += projection.coefficient[loop.dimension][a] * stride[loop.dimension] *
                                    static_cast<double>(k);
                    places.push_back(place);
                }
            }
            stride[loop.dimension] *= static_cast<double>(loop.bound);
        }
    };
    spread(arrangement.x);
    spread(arrangement.y);
    return places;
}

/// Distances of neighbours, with the signs that make the first difference positive.
std::vector<Place> distancesOf(const std::vector<Place>& places, std::size_t width) {
    std::vector<Place> distances;
    const auto add = [&](std::size_t i, std::size_t j) {
        Place distance;
        double sign = 0.0;
        for (std::size_t a = 0; a < kMaxAxes; ++a) {
            distance[a] = places[j][a] - places[i][a];
            if (sign == 0.0 && distance[a] != 0.0) sign = distance[a] > 0.0 ? 1.0 : -1.0;
        }
        if (sign == 0.0) return;
        for (double& value : distance)
            value *= sign;
        if (std::find(distances.begin(), distances.end(), distance) == distances.end()) distances.push_back(distance);
    };
    for (std::size_t i = 0; i < places.size(); ++i) {
        if ((i + 1) % width != 0 && i + 1 < places.size()) add(i, i + 1);
        if (i + width < places.size()) add(i, i + width);
    }
    return distances;
}

/// Whether the tile may move by a distance: by one loop forwards while any loops further in start again, or only by
/// such restarts. A tensor that moves along an axis of its own never comes back to a neighbour's tile.
bool moves(const LinkModel& model, std::uint32_t tensor, const std::vector<OuterLoop>& loops,
           const std::vector<Place>& distances) {
    const Projection& projection = model.space->projections[tensor];
    constexpr std::size_t kMostLoops = 12;
    if (loops.size() > kMostLoops) return true;
    const std::size_t axes = projection.axis_count;
    for (std::uint32_t inner = 0; inner < (1u << loops.size()); ++inner) {
        Place back{};
        for (std::size_t i = 0; i < loops.size(); ++i)
            for (std::size_t a = 0; a < axes && has(inner, static_cast<std::uint32_t>(i)); ++a)
                back[a] -= projection.coefficient[loops[i].dimension][a] * loops[i].stride;
        for (std::size_t k = 0; k <= loops.size(); ++k) {
            if (k < loops.size() && has(inner, static_cast<std::uint32_t>(k))) continue;
            Place shift = back;
            double sign = 0.0;
            for (std::size_t a = 0; a < axes; ++a) {
                if (k < loops.size()) shift[a] += projection.coefficient[loops[k].dimension][a] * loops[k].stride;
                if (sign == 0.0 && shift[a] != 0.0) sign = shift[a] > 0.0 ? 1.0 : -1.0;
            }
            for (double& value : shift)
                value *= sign;
            if (sign != 0.0 && std::find(distances.begin(), distances.end(), shift) != distances.end()) return true;
        }
    }
    return false;
}

} // namespace

bool mayPassOn(const LinkModel& model, std::size_t level, const SpatialArrangement& arrangement,
               const PerDimension<double>& tile, const std::vector<PlacedLoop>& loops) {
    const MapSpace& space = *model.space;
    const std::size_t width = std::max<std::size_t>(1, space.architecture->levels[level].fanout_x);
    for (std::uint32_t t = 0; t < space.tensors; ++t) {
        const TensorShape& shape = space.shapes[t];
        if (!shape.slides) continue;
        const std::uint32_t shared = shape.regular ? sharedDimensions(shape) : shape.relevant;
        std::vector<OuterLoop> outside;
        for (const PlacedLoop& placed : loops)
            if (placed.level <= level && has(shared, placed.loop.dimension)) outside.push_back(placed.loop);
        if (outside.empty()) continue;
        const auto distances = distancesOf(placesOf(model, t, arrangement, tile), width);
        if (!distances.empty() && moves(model, t, outside, distances)) return true;
    }
    return false;
}

} // namespace strata::npu::detail
