// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/dive.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace strata::npu::detail {
namespace {

constexpr double kRounding = 1e-9;

/// Tensors that a loop over the dimension moves, and those that it moves along a shared axis, as bits: what bounds read
/// of the next loop outside.
std::uint32_t movedBy(const MapSpace& space, std::uint32_t dimension) {
    static_assert(2 * kMaxTensors <= 32);
    std::uint32_t moves = 0;
    for (std::size_t t = 0; t < space.tensors; ++t)
        moves |= (space.shapes[t].relevant >> dimension & 1u) << t | (space.shapes[t].shared >> dimension & 1u)
                                                                         << (kMaxTensors + t);
    return moves;
}

} // namespace

bool mayImprove(const Floor& floor, MappingGoal goal, const Worth& incumbent) {
    const Worth least = worthOf(floor, goal);
    if (!incumbent.valid()) return least.goal < std::numeric_limits<double>::infinity();
    if (least.goal < incumbent.goal * (1.0 - kRounding)) return true;
    // Many mappings take the same number of cycles: of these the one of the lowest energy is wanted.
    return goal == MappingGoal::Latency && least.goal <= incumbent.goal &&
           least.edp < incumbent.edp * (1.0 - kRounding);
}

SharedBounds::SharedBounds(const MapSpace& space, const KeepMask& keep, const OrderClasses& orders, MappingGoal goal)
    : parts_(space, keep, orders), model_(makeLinkModel(space, keep, oneUnit())) {
    std::size_t first = 0; // level with a fan-out
    const auto& levels = space.architecture->levels;
    while (first < space.levels && std::uint64_t{levels[first].fanout_x} * levels[first].fanout_y == 1)
        ++first;
    if (first > 0 && first < space.levels) outer_.emplace(model_, model_, none_, goal, first);
}

Prepared::Prepared(const MapSpace& space, const KeepMask& keep, const std::array<Factors, kMaxLevels>& spatial,
                   const InnerParts* inner, const Relaxation* shared, MappingGoal goal)
    : model(makeLinkModel(space, keep, spatial)), alone(makeLinkModel(space, keep, spatial, false)),
      neighbours(findNeighbours(model)), parts(inner), relaxation(model, alone, neighbours, inner, goal, shared) {}

Dive::Dive(const Prepared& prepared, LoopNestEvaluator& evaluator, const DiveSettings& settings, const Worth& incumbent,
           std::uint64_t effort)
    : model_(prepared.model), alone_(prepared.alone), neighbours_(prepared.neighbours), parts_(prepared.parts),
      relaxation_(prepared.relaxation), evaluator_(evaluator), settings_(settings), effort_(effort), best_(incumbent) {
    const MapSpace& space = *model_.space;
    mapping_.levels.resize(space.levels);
    for (std::size_t l = 0; l < space.levels; ++l) {
        mapping_.levels[l].keep.resize(space.tensors);
        for (std::size_t t = 0; t < space.tensors; ++t)
            mapping_.levels[l].keep[t] = (model_.keep[l] >> t & 1u) != 0;
    }
    best_mapping_ = mapping_;
    // Dimensions that move the same tensors along axes of the same kind are alike.
    std::vector<std::uint32_t> tensors;
    for (const std::uint32_t d : relaxation_.lattice().dimensions()) {
        const std::uint32_t moves = movedBy(space, d);
        const auto same = std::find(tensors.begin(), tensors.end(), moves);
        class_of_.push_back(static_cast<std::uint32_t>(same - tensors.begin()));
        if (same != tensors.end()) continue;
        tensors.push_back(moves);
        class_dimension_.push_back(d);
    }
}

void Dive::run(std::size_t first, const Worth& horizon) {
    next_ = first;
    const MapSpace& space = *model_.space;
    point_[space.levels] = 0;
    relaxation_.lattice().decode(0, temporal_[space.levels], outside_[space.levels]);
    findWhereTilesPass();
    if (parts_ == nullptr)
        descend(space.levels - 1);
    else
        enterParts(horizon);
}

/// The ways to fill the inner levels, the most promising first.
void Dive::enterParts(const Worth& horizon) {
    const std::vector<Relaxation::PartFloor>& parts = relaxation_.parts();
    const std::size_t from = parts_->from();
    for (const std::size_t first = next_; next_ < parts.size() && mayGoOn(); next_ += complete_ ? 1 : 0) {
        const Relaxation::PartFloor& floor = parts[next_];
        if (!mayImprove(floor.floor, settings_.goal, best_)) {
            if (settings_.goal == MappingGoal::Latency) continue;
            return;
        }
        waits_ = next_ > first && horizon < worthOf(floor.floor, settings_.goal);
        if (waits_) return;
        const InnerPart& part = parts_->parts()[floor.part];
        loop_count_ = 0;
        for (std::size_t l = model_.space->levels; l-- > from;) {
            begin_[l + 1] = loop_count_;
            temporal_[l] = part.temporal[l - from];
            for (const std::uint32_t d : model_.space->dimensions)
                outside_[l][d] = static_cast<double>(model_.rest[d]) / temporal_[l][d];
            passing_[l] = passing(l, passing_[l + 1], temporal_[l], outside_[l], true);
            order_[l] = part.order[l - from];
            pushLoops(l, order_[l]->members.front());
        }
        point_[from] = floor.point;
        descend(from - 1);
    }
}

void Dive::findWhereTilesPass() {
    const MapSpace& space = *model_.space;
    const std::uint32_t any = neighbours_.may_pass;
    if (any != 0 && relaxation_.leavesOpen())
        alone_relaxation_.emplace(alone_, alone_, neighbours_, parts_, settings_.goal, nullptr);
    passing_[space.levels] = passing(space.levels, any, temporal_[space.levels], outside_[space.levels], false);
}

/// Of the levels under which neighbours may hand tiles over: without those where the tiles never reach a neighbour's
/// place, as far as loops are known.
/// @param temporal iterations inside the tile of `level`; loops further inside stand in temporal_
std::uint32_t Dive::passing(std::size_t level, std::uint32_t before, const PerDimension<double>& temporal,
                            const PerDimension<double>& outside, bool all) const {
    const MapSpace& space = *model_.space;
    std::uint32_t mask = before;
    PerDimension<double> further{};
    const std::size_t around = level == 0 ? 0 : level - 1;
    for (const std::uint32_t d : space.dimensions)
        if (outside[d] > 1.0) further[d] = temporal[d] * model_.inside[around][d];
    std::vector<PlacedLoop>& loops = placed_;
    loops.clear();
    for (std::size_t l = around; l < (all ? space.levels : around + 1); ++l) {
        if (l >= level) { // loops at the level itself are known, whatever their order
            const PerDimension<double>& here = l == level ? temporal : temporal_[l];
            for (const std::uint32_t d : space.dimensions) {
                const double bound = here[d] / temporal_[l + 1][d];
                if (bound > 1.0) loops.push_back({{d, bound, temporal_[l + 1][d] * model_.inside[l][d]}, l});
            }
        }
        if ((before >> l & 1u) == 0) continue;
        PerDimension<double> tile = l + 1 == level ? temporal : temporal_[l + 1];
        for (const std::uint32_t d : space.dimensions)
            tile[d] *= model_.inside[l + 1][d];
        if (!mayPassOn(model_, l, neighbours_.any_step[l], tile, loops, further)) mask &= ~(1u << l);
    }
    return mask;
}

bool Dive::mayGoOn() {
    if (complete_ &&
        (evaluated_ >= settings_.budget || evaluated_ + bounded_ >= effort_ || settings_.stop->stop_requested()))
        complete_ = false;
    constexpr std::uint64_t kBetweenLooks = 64;
    if (complete_ && *settings_.out_of_time && ++looks_ % kBetweenLooks == 0 && (*settings_.out_of_time)())
        complete_ = false;
    return complete_;
}

/// Least energy and cycles of the links into the levels further inside than `level`, from the loops that are known.
/// @param further temporal iterations outside these loops
Floor Dive::inner(const LinkModel& model, std::size_t level, const PerDimension<double>& further,
                  std::uint32_t next) const {
    const MapSpace& space = *model.space;
    std::array<double, kMaxLevels> reads{}, writes{};
    Floor floor;
    for (const Link& link : model.links) {
        if (link.lower <= level) break;
        const std::size_t begin = begin_[link.lower];
        const OuterLoop* const loops = loops_.data() + begin;
        const std::size_t count = loop_count_ - begin;
        const PerDimension<double>& temporal = temporal_[link.lower];
        const double fetched = next == kNoDimension ? knownWords(model, link, temporal, loops, count, further)
                                                    : knownWords(model, link, temporal, loops, count, further, next);
        const auto known_next = next == kNoDimension ? std::nullopt : std::optional(next);
        const LinkWords words = wordsOf(link, fetched, handedShare(model, link, loops, count, further, known_next));
        floor.energy_pj += words.energy_pj;
        reads[link.upper] += (link.output ? words.back : words.asked) * link.upper_weight;
        if (link.output) writes[link.upper] += words.asked * link.upper_weight;
        if (link.lower < space.levels) writes[link.lower] += words.filled * link.lower_weight;
    }
    for (std::size_t l = 0; l < space.levels; ++l)
        floor.cycles =
            std::max({floor.cycles, reads[l] / space.facts[l].read_limit, writes[l] / space.facts[l].write_limit});
    return floor;
}

Floor Dive::with(const Floor& known, const Floor& outer) const {
    return completed(model_, {known.energy_pj + outer.energy_pj, std::max(known.cycles, outer.cycles)});
}

Dive::Known Dive::innerByNext(std::size_t level) const {
    if (passing_[level + 1] == 0) return {{}, innerByNext(alone_, level)};
    return {innerByNext(model_, level), innerByNext(alone_, level)};
}

Dive::ByNext Dive::innerByNext(const LinkModel& model, std::size_t level) const {
    const MapSpace& space = *model.space;
    ByNext known{};
    const PerDimension<double>& further = outside_[level + 1];
    known[kMaxDimensions] = inner(model, level, further);
    std::array<std::uint32_t, kMaxDimensions> moves{}; // tensors
    for (const std::uint32_t d : relaxation_.lattice().dimensions()) {
        moves[d] = movedBy(space, d);
        bool found = false;
        for (const std::uint32_t other : relaxation_.lattice().dimensions()) {
            if (other >= d || found || moves[other] != moves[d]) continue;
            known[d] = known[other];
            found = true;
        }
        if (!found) known[d] = inner(model, level, further, d);
    }
    return known;
}

/// The innermost loop of the level is over one of its dimensions: the best of them bounds the child.
/// @param moved classes of the dimensions that the level has loops over, as bits
Floor Dive::leastOf(const ByNext& known, const Floor& outer, std::uint32_t moved) const {
    if (moved == 0) return with(known[kMaxDimensions], outer);
    Floor best;
    bool any = false;
    for (std::size_t c = 0; c < class_dimension_.size(); ++c) {
        if ((moved >> c & 1u) == 0) continue;
        const Floor floor = with(known[class_dimension_[c]], outer);
        if (!any || worthOf(floor, settings_.goal) < worthOf(best, settings_.goal)) best = floor;
        any = true;
    }
    return best;
}

void Dive::addChild(std::size_t level, std::size_t point, std::uint32_t moved, const Known& known,
                    std::vector<Child>& children) const {
    const std::uint32_t mask = passing_[level + 1];
    const ByNext& inside = mask != 0 ? known.passing : known.alone;
    Child child{point, leastOf(inside, relaxationOf(level + 1).floor(level, point), moved)};
    if (!mayImprove(child.floor, settings_.goal, best_)) return;
    if (level > 0 && (mask >> (level - 1) & 1u) != 0) {
        PerDimension<double> temporal, further;
        relaxation_.lattice().decode(point, temporal, further);
        if (passing(level, mask, temporal, further, false) == 0) {
            const Relaxation& relaxation = alone_relaxation_ ? *alone_relaxation_ : relaxation_;
            child.floor = leastOf(known.alone, relaxation.floor(level, point), moved);
            if (!mayImprove(child.floor, settings_.goal, best_)) return;
        }
    }
    children.push_back(child);
}

void Dive::listChildren(std::size_t level, std::size_t k, std::size_t point, std::uint32_t moved, const Known& known,
                        std::vector<Child>& children) {
    const Lattice& lattice = relaxation_.lattice();
    if (k == lattice.dimensions().size()) {
        addChild(level, point, moved, known, children);
        return;
    }
    const auto& divisors = lattice.divisors(k);
    const FactorRange& range = model_.space->temporal[level][lattice.dimensions()[k]];
    const std::size_t first = lattice.digit(point, k);
    const ByNext& inside = passing_[level + 1] != 0 ? known.passing : known.alone;
    const Relaxation& relaxation = relaxationOf(level + 1);
    const std::uint32_t moves = moved | 1u << class_of_[k];
    if (level == 0) { // the rest
        const std::size_t last = divisors.size() - 1;
        if (range.admits(divisors[last] / divisors[first]))
            listChildren(level, k + 1, point + (last - first) * lattice.stride(k), last > first ? moves : moved, known,
                         children);
        return;
    }
    for (std::size_t i = first; i < divisors.size() && divisors[i] / divisors[first] <= range.most; ++i) {
        if (divisors[i] % divisors[first] != 0 || divisors[i] / divisors[first] < range.least) continue;
        const std::size_t next = point + (i - first) * lattice.stride(k);
        // A larger tile never fits where a smaller one does not.
        if (i > first && !relaxation_.fits(level, next)) break;
        const Floor from = with(inside[kMaxDimensions], relaxation.floorFrom(level, next));
        if (!mayImprove(from, settings_.goal, best_)) continue;
        listChildren(level, k + 1, next, i > first ? moves : moved, known, children);
    }
}

void Dive::descend(std::size_t level) {
    std::vector<Child> children;
    const std::size_t start = point_[level + 1];
    begin_[level + 1] = loop_count_;
    for (const std::uint32_t d : model_.space->dimensions) {
        const bool nothing_left = model_.rest[d] < 2;
        if (nothing_left && !model_.space->temporal[level][d].admits(1)) return;
    }
    const bool inside = level + 1 < model_.space->levels && loop_count_ > 0;
    if (inside && !labels_.add(labelOf(modelOf(level + 1), level, temporal_, begin_, loops_.data(), loop_count_,
                                       outside_[level + 1])))
        return;
    const Known known = innerByNext(level);
    listChildren(level, 0, start, 0, known, children);
    std::sort(children.begin(), children.end(), [&](const Child& a, const Child& b) {
        const Worth left = worthOf(a.floor, settings_.goal), right = worthOf(b.floor, settings_.goal);
        return left < right || (!(right < left) && a.point < b.point);
    });
    for (const Child& child : children) {
        if (!mayGoOn()) return;
        if (!mayImprove(child.floor, settings_.goal, best_)) {
            if (settings_.goal == MappingGoal::Latency) continue;
            break;
        }
        enter(level, child.point, known);
    }
}

void Dive::enter(std::size_t level, std::size_t point, const Known& known) {
    point_[level] = point;
    relaxation_.lattice().decode(point, temporal_[level], outside_[level]);
    passing_[level] = passing(level, passing_[level + 1], temporal_[level], outside_[level], true);
    if (level == 0) findPassing();
    tryOrders(level, known);
}

void Dive::pushLoops(std::size_t level, const LoopOrder& order) {
    loop_count_ = begin_[level + 1];
    for (const std::uint8_t d : order) {
        OuterLoop& loop = loops_[loop_count_++];
        loop.dimension = d;
        loop.bound = temporal_[level][d] / temporal_[level + 1][d];
        loop.stride = temporal_[level + 1][d] * model_.inside[level][d];
    }
}

void Dive::tryOrders(std::size_t level, const Known& both) {
    const ByNext& known = passing_[level] != 0 ? both.passing : both.alone;
    std::uint32_t present = 0;
    for (const std::uint32_t d : model_.space->dimensions)
        if (temporal_[level][d] > temporal_[level + 1][d]) present |= 1u << d;
    const auto& classes = settings_.orders->of(level, present);
    std::vector<Ordered> ordered;
    const Floor outer = relaxationOf(level).floor(level, point_[level]);
    for (std::size_t c = 0; c < classes.size(); ++c) {
        const LoopOrder& order = classes[c].members.front();
        if (!order.empty() && !mayImprove(with(known[order.front()], outer), settings_.goal, best_)) continue;
        pushLoops(level, order);
        ++bounded_;
        const Floor floor = with(inner(modelOf(level), level, outside_[level]), outer);
        if (mayImprove(floor, settings_.goal, best_)) ordered.push_back({c, floor});
    }
    std::sort(ordered.begin(), ordered.end(), [&](const Ordered& a, const Ordered& b) {
        const Worth left = worthOf(a.floor, settings_.goal), right = worthOf(b.floor, settings_.goal);
        return left < right || (!(right < left) && a.choice < b.choice);
    });
    for (const Ordered& choice : ordered) {
        if (!mayGoOn()) break;
        if (!mayImprove(choice.floor, settings_.goal, best_)) continue;
        order_[level] = &classes[choice.choice];
        pushLoops(level, order_[level]->members.front());
        if (level > 0)
            descend(level - 1);
        else
            evaluateAll();
    }
    loop_count_ = begin_[level + 1];
}

void Dive::setMember(std::size_t level, const LoopOrder& order) {
    auto& loops = mapping_.levels[level].temporal;
    loops.clear();
    for (std::size_t i = order.size(); i-- > 0;) {
        const std::uint8_t d = order[i];
        const auto bound = static_cast<std::uint64_t>(temporal_[level][d] / temporal_[level + 1][d]);
        loops.push_back({d, bound, bound});
    }
}

/// Which arrangements of the children let neighbours hand tiles over, under any order of the loops.
void Dive::findPassing() {
    const MapSpace& space = *model_.space;
    std::vector<PlacedLoop> loops;
    for (std::size_t l = 0; l < space.levels; ++l) {
        for (const std::uint32_t d : space.dimensions) {
            const double bound = temporal_[l][d] / temporal_[l + 1][d];
            if (bound > 1.0) loops.push_back({{d, bound, temporal_[l + 1][d] * model_.inside[l][d]}, l});
        }
    }
    for (std::size_t l = 0; l < space.levels; ++l) {
        PerDimension<double> tile = temporal_[l + 1];
        for (const std::uint32_t d : space.dimensions)
            tile[d] *= model_.inside[l + 1][d];
        passes_[l].assign(neighbours_.arrangements[l].size(), false);
        bool any = false;
        for (std::size_t a = 0; a < neighbours_.arrangements[l].size() && (passing_[0] >> l & 1u) != 0; ++a) {
            passes_[l][a] = mayPassOn(model_, l, neighbours_.steps[l][a], tile, loops, {});
            any = any || passes_[l][a];
        }
        if (!any) passing_[0] &= ~(1u << l);
    }
}

void Dive::evaluateAll() {
    const MapSpace& space = *model_.space;
    may_beat_alone_ = mayImprove(with(inner(alone_, 0, outside_[0]), {}), settings_.goal, best_);
    evaluateArrangements(space.levels, 0, true);
}

/// Arrangements under which neighbours hand tiles over, each with every order of the chosen classes. Of the others one
/// stands for all, as long as each innermost unit has a level of its own.
/// @param passing levels from the outermost one on whose loops decide what is handed over
void Dive::evaluateArrangements(std::size_t level, std::size_t passing, bool first) {
    if (level == 0) {
        if (passing > 0 || (may_beat_alone_ && first)) evaluateMembers(model_.space->levels, passing);
        return;
    }
    const std::size_t l = level - 1;
    const bool any = model_.spread_units && level == model_.space->levels;
    for (std::size_t a = 0; a < neighbours_.arrangements[l].size(); ++a) {
        if (!mayGoOn()) return;
        mapping_.levels[l].spatial_x = neighbours_.arrangements[l][a].x;
        mapping_.levels[l].spatial_y = neighbours_.arrangements[l][a].y;
        evaluateArrangements(l, passes_[l][a] ? std::max(passing, level) : passing, first && (any || a == 0));
    }
}

/// Every member of the chosen classes of so many outer levels; of the others the one that stands for each.
void Dive::evaluateMembers(std::size_t level, std::size_t passing) {
    if (level == 0) {
        evaluateOne();
        return;
    }
    const auto& members = order_[level - 1]->members;
    for (std::size_t m = 0; m < (level <= passing ? members.size() : 1) && mayGoOn(); ++m) {
        setMember(level - 1, members[m]);
        evaluateMembers(level - 1, passing);
    }
}

void Dive::evaluateOne() {
    evaluator_.evaluate(mapping_, result_);
    ++evaluated_;
    if (!result_.violations.empty()) return;
    const Worth worth = worthOf({result_.energy_pj, result_.cycles}, settings_.goal);
    if (!(worth < best_)) return;
    best_ = worth;
    best_mapping_ = mapping_;
    improved_ = true;
}

} // namespace strata::npu::detail
