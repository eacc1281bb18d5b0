// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/movement.h"

#include <algorithm>
#include <cmath>

namespace strata::npu::detail {

namespace {

struct Box {
    AxisVector low;
    AxisVector extent;
};

/// What is left of a box when another is cut away: at most two slices an axis.
struct Slices {
    std::array<Box, 2 * kMaxAxes> boxes;
    std::size_t count = 0;
    double words = 0.0;
};

/// One visited iteration that stands for `weight` iterations. A visit that is not `counted` moves the tile, but what it
/// loads is taken from the visit before it.
struct Visit {
    double index = 0.0;
    double weight = 1.0;
    bool counted = true;
};

struct Visits {
    std::array<Visit, 4> list;
    std::size_t count = 0;
    void add(double index, double weight, bool counted) { list[count++] = {index, weight, counted}; }
};

class Walk {
public:
    Walk(const MovementQuery& query, SpreadScratch& scratch)
        : query_(query), projection_(*query.projection), nest_(*query.nest), scratch_(scratch),
          end_(nest_.spatial_begin[query.level]) {
        prepareMolds();
        last_.fill(true);
        // The loop directly above the tile sums what its own visits load; above spatial loops every visit counts by
        // itself.
        spread_out_ = end_ != nest_.level_begin[query.level + 1];
        if (!query.to_compute && !spread_out_ && end_ > nest_.level_begin[query.level]) {
            summing_loop_ = end_ - 1;
        }
    }

    Movement run() {
        visitLoop(0, 1.0);
        return movement_;
    }

private:
    static constexpr std::size_t kNone = kMaxLoops;

    void prepareMolds() {
        inner_.fill(1.0);
        inner_last_.fill(1.0);
        innermost_imperfect_.fill(kNone);
        first_child_last_.fill(true);
        const std::size_t tile_begin = nest_.level_begin[query_.level + 1];
        for (std::size_t i = nest_.loop_count; i-- > 0;) {
            const FlatLoop& loop = nest_.loops[i];
            if (loop.bound != loop.remainder && innermost_imperfect_[loop.dimension] == kNone) {
                innermost_imperfect_[loop.dimension] = i;
            }
            if (i >= tile_begin) {
                inner_[loop.dimension] *= loop.bound;
                inner_last_[loop.dimension] += loop.stride * (loop.remainder - 1.0);
            } else if (i >= end_) {
                first_child_last_[loop.dimension] &= loop.remainder <= 1.0;
            }
        }
    }

    Visits visitsOf(std::size_t i) const {
        const FlatLoop& loop = nest_.loops[i];
        const bool last = last_[loop.dimension];
        const double iterations = last ? loop.remainder : loop.bound;
        const std::size_t imperfect = innermost_imperfect_[loop.dimension];
        const bool remainder_inside = imperfect != kNone && imperfect > i;
        const bool to_the_end = last && remainder_inside;
        const bool own_remainder = to_the_end && loop.bound != loop.remainder;
        Visits visits;
        visits.add(0.0, 1.0, true);
        const double middle = iterations - (own_remainder ? 3.0 : to_the_end ? 2.0 : 1.0);
        if (middle >= 1.0) {
            visits.add(1.0, middle, true);
        }
        if (own_remainder && iterations >= 3.0) {
            visits.add(iterations - 2.0, 1.0, iterations < 4.0);
        }
        if (to_the_end && iterations >= 2.0) {
            visits.add(iterations - 1.0, 1.0, own_remainder || iterations < 3.0);
        }
        return visits;
    }

    /// Runs a loop and everything inside; returns what the last visit of the tile loaded.
    double visitLoop(std::size_t i, double weight) {
        if (i == end_) {
            return visitTile(weight);
        }
        const FlatLoop& loop = nest_.loops[i];
        const bool was_last = last_[loop.dimension];
        const AxisVector before = position_;
        double loaded = 0.0;
        if (loop.spatial) { // the first child stands for all
            last_[loop.dimension] = was_last && 1.0 >= loop.remainder;
            loaded = visitLoop(i + 1, weight);
        } else {
            const Visits visits = visitsOf(i);
            double kept = 0.0;
            for (std::size_t v = 0; v < visits.count; ++v) {
                const Visit& visit = visits.list[v];
                for (std::size_t a = 0; a < projection_.axis_count; ++a) {
                    position_[a] = before[a] + projection_.coefficient[loop.dimension][a] * loop.stride * visit.index;
                }
                last_[loop.dimension] = was_last && visit.index + 1.0 >= loop.remainder;
                loaded = visitLoop(i + 1, weight * visit.weight);
                if (i == summing_loop_) {
                    kept = visit.counted ? loaded : kept;
                    movement_.reads += kept * visit.weight * weight;
                    movement_.delivered += kept * visit.weight * weight;
                }
            }
        }
        position_ = before;
        last_[loop.dimension] = was_last;
        return loaded;
    }

    Box currentBox() const {
        PerDimension<double> bounds;
        for (std::size_t d = 0; d < kMaxDimensions; ++d) {
            const bool last = last_[d] && first_child_last_[d];
            bounds[d] = query_.to_compute ? 1.0 : last ? inner_last_[d] : inner_[d];
        }
        Box box;
        box.low = position_;
        setExtents(projection_, bounds, box.extent);
        return box;
    }

    double visitTile(double weight) {
        const Box box = currentBox();
        Slices loaded;
        bool whole = true;
        if (has_previous_ && !query_.to_compute) {
            whole = turned(box);
        }
        if (whole) {
            loaded.boxes[0] = box;
            loaded.count = 1;
            loaded.words = volume(box.extent, projection_.axis_count);
        } else {
            cut(box, previous_, loaded);
        }
        if (summing_loop_ == kNone) {
            deliver(loaded, weight);
        }
        previous_ = box;
        previous_loaded_ = loaded;
        last_before_ = last_;
        has_previous_ = true;
        return loaded.words;
    }

    /// Whether the tile now moves in another direction than before; then everything is loaded again.
    bool turned(const Box& box) {
        AxisVector shift;
        for (std::size_t a = 0; a < projection_.axis_count; ++a) {
            // Between centres, rounded half away from zero: a tile of another size has no other measure.
            const double twice = 2.0 * (box.low[a] - previous_.low[a]) + box.extent[a] - previous_.extent[a];
            shift[a] = std::round(twice / 2.0);
        }
        if (isZero(shift, projection_.axis_count)) {
            return false;
        }
        if (!has_direction_) {
            direction_ = shift;
            has_direction_ = true;
            return false;
        }
        if (equal(shift, direction_, projection_.axis_count)) {
            return false;
        }
        has_direction_ = false;
        return true;
    }

    void cut(Box box, const Box& away, Slices& slices) const {
        slices.count = 0;
        slices.words = 0.0;
        const std::size_t axes = projection_.axis_count;
        const auto keep = [&](const Box& slice) {
            slices.boxes[slices.count++] = slice;
            slices.words += volume(slice.extent, axes);
        };
        for (std::size_t a = 0; a < axes; ++a) {
            if (box.low[a] + box.extent[a] <= away.low[a] || away.low[a] + away.extent[a] <= box.low[a]) {
                keep(box);
                return;
            }
        }
        for (std::size_t a = 0; a < axes; ++a) {
            if (box.low[a] < away.low[a]) {
                Box slice = box;
                slice.extent[a] = away.low[a] - box.low[a];
                keep(slice);
                box.extent[a] -= slice.extent[a];
                box.low[a] = away.low[a];
            }
            const double end = away.low[a] + away.extent[a];
            if (end < box.low[a] + box.extent[a]) {
                Box slice = box;
                slice.low[a] = end;
                slice.extent[a] = box.low[a] + box.extent[a] - end;
                keep(slice);
                box.extent[a] = end - box.low[a];
            }
        }
    }

    /// Serves all children at this visit.
    void deliver(const Slices& loaded, double weight) {
        const Spread children = spread(projection_, nest_, query_.level, last_, scratch_);
        double reads = query_.merge ? children.distinct : children.children;
        double delivered = children.children;
        AxisVector shift;
        if (spread_out_ && loaded.words > 0.0 && has_previous_ && sameShape(loaded, shift)) {
            const Handover pass =
                handover(projection_, nest_, query_.level, last_, last_before_, shift, query_.mesh, scratch_);
            const double others = query_.merge ? pass.distinct : children.children - pass.taken;
            if (pass.taken > 0.0 && others < reads) {
                reads = others;
                delivered -= pass.taken;
                movement_.passed += pass.taken * loaded.words * weight;
            }
        }
        movement_.reads += reads * loaded.words * weight;
        movement_.delivered += delivered * loaded.words * weight;
    }

    /// Whether this visit loads what the one before loaded, moved by `shift`.
    bool sameShape(const Slices& loaded, AxisVector& shift) const {
        if (loaded.count == 0 || loaded.count != previous_loaded_.count) {
            return false;
        }
        for (std::size_t a = 0; a < projection_.axis_count; ++a) {
            shift[a] = loaded.boxes[0].low[a] - previous_loaded_.boxes[0].low[a];
            for (std::size_t s = 0; s < loaded.count; ++s) {
                if (loaded.boxes[s].extent[a] != previous_loaded_.boxes[s].extent[a] ||
                    loaded.boxes[s].low[a] - previous_loaded_.boxes[s].low[a] != shift[a]) {
                    return false;
                }
            }
        }
        return true;
    }

    const MovementQuery& query_;
    const Projection& projection_;
    const FlatNest& nest_;
    SpreadScratch& scratch_;
    std::size_t end_;
    bool spread_out_ = false; ///< whether the level has several children
    std::size_t summing_loop_ = kNone;
    PerDimension<double> inner_;          ///< iterations of a dimension inside the tile
    PerDimension<double> inner_last_;     ///< the same where all loops outside stand at their last iteration
    PerDimension<bool> first_child_last_; ///< whether the first child, which stands for all, may be the last one
    PerDimension<std::size_t> innermost_imperfect_;
    PerDimension<bool> last_;
    PerDimension<bool> last_before_{};
    AxisVector position_{};
    Box previous_{};
    Slices previous_loaded_;
    AxisVector direction_{};
    bool has_previous_ = false;
    bool has_direction_ = false;
    Movement movement_;
};

} // namespace

Movement countImperfect(const MovementQuery& query, SpreadScratch& scratch) { return Walk(query, scratch).run(); }

bool canWalk(const MovementQuery& query) {
    constexpr double kMostVisits = 1 << 18;
    double visits = 1.0;
    for (std::size_t i = 0; i < query.nest->spatial_begin[query.level]; ++i) {
        const FlatLoop& loop = query.nest->loops[i];
        visits *= loop.spatial ? 1.0 : std::min(loop.bound, loop.bound == loop.remainder ? 2.0 : 4.0);
    }
    return visits <= kMostVisits;
}

} // namespace strata::npu::detail
