// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/relaxation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::npu::detail {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-9;
constexpr std::size_t kMostClasses = kMaxDimensions;

std::vector<std::uint32_t> classesOf(const LinkModel& model, const Lattice& lattice) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> found; // tensors that it moves, dimensions
    for (const std::uint32_t d : lattice.dimensions()) {
        std::uint32_t moves = 0;
        for (std::size_t t = 0; t < model.space->tensors; ++t)
            moves |= (model.space->shapes[t].relevant >> d & 1u) << t;
        const auto same = std::find_if(found.begin(), found.end(), [&](const auto& one) { return one.first == moves; });
        if (same == found.end())
            found.emplace_back(moves, 1u << d);
        else
            same->second |= 1u << d;
    }
    std::vector<std::uint32_t> classes;
    for (const auto& [moves, dimensions] : found)
        classes.push_back(dimensions);
    if (classes.empty()) classes.push_back(0);
    return classes;
}

} // namespace

Worth worthOf(const Floor& floor, MappingGoal goal) {
    const double edp = floor.energy_pj * floor.cycles;
    switch (goal) {
    case MappingGoal::Edp: break;
    case MappingGoal::Energy: return {floor.energy_pj, edp};
    case MappingGoal::Latency: return {floor.cycles, edp};
    }
    return {edp, edp};
}

Floor completed(const LinkModel& model, const Floor& links) {
    const double cycles = std::ceil(std::max(model.compute_cycles, links.cycles) - kRounding);
    return {model.constant_pj + links.energy_pj + model.leak_pj_per_cycle * cycles, cycles};
}

Relaxation::Relaxation(const LinkModel& model, const LinkModel& alone, const Neighbours& neighbours,
                       const InnerParts* parts, MappingGoal goal, const Relaxation* shared)
    : model_(model), alone_(alone), neighbours_(neighbours), inner_(parts), goal_(goal), lattice_(model),
      classes_(classesOf(model, lattice_)) {
    const std::size_t levels = parts == nullptr ? model.space->levels : parts->from();
    begin(levels);
    if (shared == nullptr)
        startOutside();
    else
        takeOver(*shared);
    for (std::size_t l = shared == nullptr ? 1 : shared->last_shared_ + 1; l <= levels; ++l) {
        reachFrom(l - 1);
        if (l == levels && parts != nullptr)
            boundParts();
        else
            addLevel(l);
    }
    if (parts == nullptr) total_ = completed(model_, floor(levels, 0));
    for (std::size_t l = 0; l < levels; ++l) {
        if (!mandatory_[l]) continue;
        spread(l, true, from_energy_[l]);
        if (limited_) spread(l, true, from_cycles_[l]);
    }
    outer_ = {};
}

Relaxation::Relaxation(const LinkModel& model, const LinkModel& alone, const Neighbours& neighbours, MappingGoal goal,
                       std::size_t last)
    : model_(model), alone_(alone), neighbours_(neighbours), inner_(nullptr), goal_(goal), lattice_(model),
      classes_(classesOf(model, lattice_)), last_shared_(last) {
    begin(model.space->levels);
    startOutside();
    for (std::size_t l = 1; l <= last; ++l) {
        reachFrom(l - 1);
        addLevel(l);
    }
    reachFrom(last);
}

/// @param levels that are bounded one by one; the further ones count as one
void Relaxation::begin(std::size_t levels) {
    for (std::size_t l = 0; l < model_.space->levels; ++l) {
        const LevelFacts& facts = model_.space->facts[l];
        const bool limits = std::min(facts.read_limit, facts.write_limit) < kNever;
        limited_ = limited_ || (goal_ != MappingGoal::Energy && limits);
    }
    for (std::size_t i = 0; i < model_.links.size(); ++i)
        links_of_[std::min<std::size_t>(model_.links[i].lower, levels)].push_back(i);
    for (const std::uint32_t d : lattice_.dimensions()) {
        const auto own = [&](std::uint32_t dimensions) { return (dimensions >> d & 1u) != 0; };
        class_of_.push_back(
            static_cast<std::size_t>(std::find_if(classes_.begin(), classes_.end(), own) - classes_.begin()));
    }
    for (auto* const words : {&still_, &moved_, &own_axis_, &chosen_})
        words->resize(model_.links.size());
    findLoops();
    findPassing();
    from_energy_.resize(levels);
    from_cycles_.resize(levels);
    tiles_.reserve(levels + 1);
}

/// Everything runs inside the outermost level.
void Relaxation::startOutside() {
    const std::size_t points = lattice_.size();
    outer_.energy.assign(points * classes_.size(), kNever);
    PerDimension<double> inside, outside;
    lattice_.decode(lattice_.last(), inside, outside);
    Tiles& whole = tiles_.emplace_back();
    whole.fits.assign(points, 0);
    whole.energy.assign(points, kNever);
    if (model_.fits(0, inside)) {
        whole.fits[lattice_.last()] = 1;
        whole.energy[lattice_.last()] = 0.0;
        for (std::size_t k = 0; k < classes_.size(); ++k)
            outer_.energy[lattice_.last() * classes_.size() + k] = 0.0;
    }
    if (!limited_) return;
    outer_.cycles = outer_.energy;
    whole.cycles = whole.energy;
}

void Relaxation::reachFrom(std::size_t level) {
    if (!hasLoops(level)) return;
    reach(level, false, from_energy_[level]);
    if (limited_) reach(level, true, from_cycles_[level]);
}

void Relaxation::addLevel(std::size_t level) {
    if (level < model_.space->levels && changesNothing(level))
        tiles_of_[level] = tiles_of_[level - 1];
    else
        fill(level);
}

namespace {

/// Where each point of a lattice of what is left stands in the whole lattice: `inside` iterations are inside of it.
std::vector<std::uint32_t> placesIn(const Lattice& whole, const Lattice& rest, const PerDimension<double>& inside) {
    std::vector<std::uint32_t> place(rest.size(), 0);
    std::size_t known = 1;
    std::size_t k = 0;
    for (std::size_t w = 0; w < whole.dimensions().size(); ++w) {
        const std::uint32_t d = whole.dimensions()[w];
        const bool left = k < rest.dimensions().size() && rest.dimensions()[k] == d;
        const auto unit = static_cast<std::uint64_t>(inside[d]);
        const auto at = [&](std::uint64_t divisor) {
            const auto& all = whole.divisors(w);
            const auto above = std::lower_bound(all.begin(), all.end(), divisor * unit);
            return static_cast<std::uint32_t>(static_cast<std::size_t>(above - all.begin()) * whole.stride(w));
        };
        if (!left) {
            const std::uint32_t step = at(1);
            for (std::size_t i = 0; i < known; ++i)
                place[i] += step;
            continue;
        }
        const auto& divisors = rest.divisors(k++);
        for (std::size_t i = divisors.size(); i-- > 0;) {
            const std::uint32_t step = at(divisors[i]);
            for (std::size_t j = 0; j < known; ++j)
                place[i * known + j] = place[j] + step;
        }
        known *= divisors.size();
    }
    return place;
}

} // namespace

/// The tiles of the outer levels, as the relaxation of everything inside them has computed them.
void Relaxation::takeOver(const Relaxation& shared) {
    const std::size_t points = lattice_.size(), last = shared.last_shared_;
    const std::vector<std::uint32_t> place = placesIn(shared.lattice_, lattice_, model_.inside[last]);
    const auto gather = [&](const auto& from, auto& to) {
        if (from.empty()) return;
        to.resize(points);
        for (std::size_t i = 0; i < points; ++i)
            to[i] = from[place[i]];
    };
    for (const Tiles& from : shared.tiles_) {
        Tiles& tiles = tiles_.emplace_back();
        gather(from.fits, tiles.fits);
        gather(from.energy, tiles.energy);
        gather(from.cycles, tiles.cycles);
    }
    for (std::size_t l = 0; l <= last; ++l) {
        tiles_of_[l] = shared.tiles_of_[l];
        gather(shared.from_energy_[l], from_energy_[l]);
        gather(shared.from_cycles_[l], from_cycles_[l]);
    }
    // Classes of dimensions that have nothing left are gone.
    const std::size_t count = classes_.size(), all = shared.classes_.size();
    outer_.energy.resize(points * count);
    if (limited_) outer_.cycles.resize(points * count);
    for (std::size_t c = 0; c < count; ++c) {
        std::size_t same = 0;
        while (same < all && (shared.classes_[same] & classes_[c]) == 0)
            ++same;
        for (std::size_t i = 0; i < points; ++i) {
            const std::size_t from = place[i] * all + (same < all ? same : 0);
            outer_.energy[i * count + c] = same < all ? shared.outer_.energy[from] : tiles_.back().energy[i];
            if (limited_)
                outer_.cycles[i * count + c] = same < all ? shared.outer_.cycles[from] : tiles_.back().cycles[i];
        }
    }
}

void Relaxation::findLoops() {
    for (std::size_t l = 0; l < model_.space->levels; ++l) {
        for (const std::uint32_t d : lattice_.dimensions()) {
            const FactorRange& range = model_.space->temporal[l][d];
            has_loops_[l] = has_loops_[l] || range.most > 1;
            mandatory_[l] = mandatory_[l] || (range.fixed() && range.least > 1);
        }
    }
}

const std::vector<double>& Relaxation::from(std::size_t level, bool cycles) const {
    const Tiles& tiles = tiles_[tiles_of_[level]];
    if (cycles) return hasLoops(level) ? from_cycles_[level] : tiles.cycles;
    return hasLoops(level) ? from_energy_[level] : tiles.energy;
}

/// Whether the tile of a level is that of the next level outside, with nothing to hold and nothing to fill.
bool Relaxation::changesNothing(std::size_t level) const {
    const LevelFacts& facts = model_.space->facts[level];
    const bool unlimited = !facts.stores || facts.capacity <= 0.0 || model_.keep[level] == 0;
    return unlimited && links_of_[level].empty() && !hasLoops(level - 1);
}

/// Of each level, under which levels the tiles that fill it may be handed over. The tile of the level tells whether
/// that happens when no loops stand between.
void Relaxation::findPassing() {
    const std::size_t levels = inner_ == nullptr ? model_.space->levels : inner_->from();
    for (std::size_t level = 1; level <= levels; ++level) {
        Passing& passing = passing_[level];
        passing.told = true;
        bool any = false;
        for (const std::size_t i : links_of_[level]) {
            const Link& link = model_.links[i];
            for (std::size_t l = link.upper; l < level; ++l) {
                if (!mayHandOver(model_, link.tensor, l)) continue;
                any = true;
                if ((neighbours_.may_pass >> l & 1u) == 0) continue;
                for (std::size_t between = l + 1; between < level; ++between)
                    passing.told = passing.told && !hasLoops(between);
                if (std::find(passing.levels.begin(), passing.levels.end(), l) == passing.levels.end())
                    passing.levels.push_back(l);
            }
        }
        passing.told = passing.told && any;
        leaves_open_ = leaves_open_ || (any && !passing.told);
    }
}

bool Relaxation::passes(std::size_t level, const PerDimension<double>& inside,
                        const PerDimension<double>& outside) const {
    if (!passing_[level].told) return true;
    const MapSpace& space = *model_.space;
    for (const std::size_t l : passing_[level].levels) {
        PerDimension<double> tile{}, further{};
        for (const std::uint32_t d : space.dimensions) {
            tile[d] = inside[d] * model_.inside[l + 1][d];
            if (outside[d] > 1.0) further[d] = inside[d] * model_.inside[l][d];
        }
        if (mayPassOn(model_, l, neighbours_.any_step[l], tile, {}, further)) return true;
    }
    return false;
}

/// Best of the level among all tiles that its loops lead to, by the tile that they start from.
void Relaxation::reach(std::size_t level, bool cycles, std::vector<double>& best) const {
    const std::vector<double>& values = cycles ? outer_.cycles : outer_.energy;
    const std::size_t count = classes_.size();
    best.resize(lattice_.size());
    const double* value = values.data();
    for (double& least : best) {
        least = *value++;
        for (std::size_t c = 1; c < count; ++c)
            least = std::min(least, *value++);
    }
    spread(level, false, best);
}

/// Carries the values of larger tiles to the smaller ones that loops of a level lead from: loops that are free, or
/// those whose bound is fixed.
void Relaxation::spread(std::size_t level, bool fixed, std::vector<double>& best) const {
    for (std::size_t k = 0; k < lattice_.dimensions().size(); ++k) {
        const FactorRange& range = model_.space->temporal[level][lattice_.dimensions()[k]];
        if (fixed ? !range.fixed() || range.most < 2 : !range.free()) continue;
        const std::size_t stride = lattice_.stride(k), divisors = lattice_.divisors(k).size();
        for (std::size_t block = 0; block < best.size(); block += stride * divisors) {
            for (std::size_t i = divisors; i-- > 0;) {
                for (const auto& steps : lattice_.steps(k)) {
                    if (steps[i] == divisors) continue;
                    double* const here = &best[block + i * stride];
                    const double* const there = &best[block + steps[i] * stride];
                    for (std::size_t j = 0; j < stride; ++j)
                        here[j] = std::min(here[j], there[j]);
                }
            }
        }
    }
}

std::size_t Relaxation::bytes() const {
    std::size_t values = 0;
    for (const Tiles& tiles : tiles_)
        values += tiles.energy.size() + tiles.cycles.size();
    for (const auto* arrays : {&from_energy_, &from_cycles_})
        for (const auto& array : *arrays)
            values += array.size();
    return values * sizeof(double) + part_floors_.size() * sizeof(PartFloor);
}

double Relaxation::portCycles(std::size_t level) const {
    std::array<double, kMaxLevels> reads{}, writes{};
    for (const std::size_t i : links_of_[level]) {
        const Link& link = model_.links[i];
        const LinkWords& moved = chosen_[i];
        reads[link.upper] += (link.output ? moved.back : moved.asked) * link.upper_weight;
        if (link.output) writes[link.upper] += moved.asked * link.upper_weight;
        if (link.lower < model_.space->levels) writes[link.lower] += moved.filled * link.lower_weight;
    }
    double cycles = 0.0;
    for (std::size_t l = 0; l < model_.space->levels; ++l) {
        const LevelFacts& facts = model_.space->facts[l];
        if (reads[l] > 0.0) cycles = std::max(cycles, reads[l] / facts.read_limit);
        if (writes[l] > 0.0) cycles = std::max(cycles, writes[l] / facts.write_limit);
    }
    return cycles;
}

/// Least energy and cycles of the links into a level, or into all inner ones, by the class of the innermost loop
/// outside.
void Relaxation::addLinks(std::size_t level, const Place& place, const LinkModel& model, const InnerPart* part,
                          Floor* floors) {
    for (const std::size_t i : links_of_[level]) {
        const Link& link = model.links[i];
        LeastWords fetched;
        if (part == nullptr) {
            fetched = leastWordsBoth(model, link, place.inside, place.outside);
        } else {
            const std::size_t at = std::min<std::size_t>(link.lower - level, part->temporal.size() - 1);
            fetched = leastWordsBoth(model, link, part->words[i], part->temporal[at], place.outside);
        }
        const double handed = mayBeginHandOver(model, link, 0) ? 1.0 : 0.0;
        still_[i] = wordsOf(link, fetched.still, handed);
        own_axis_[i] = wordsOf(link, fetched.moved, handed);
        moved_[i] = wordsOf(link, fetched.moved);
    }
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        floors[c] = {};
        for (const std::size_t i : links_of_[level]) {
            const bool moves = (model_.space->shapes[model.links[i].tensor].relevant & classes_[c]) != 0;
            const bool begins = mayBeginHandOver(model, model.links[i], classes_[c]);
            chosen_[i] = !moves ? still_[i] : begins ? moved_[i] : own_axis_[i];
            floors[c].energy_pj += chosen_[i].energy_pj;
        }
        if (limited_) floors[c].cycles = portCycles(level);
    }
}

/// With the loops that the level outside must have.
void Relaxation::setBase(std::size_t level, Place& place) const {
    const auto& ranges = model_.space->temporal[level - 1];
    place.base = place.point;
    place.possible = true;
    place.must = 0;
    for (std::size_t k = 0; k < lattice_.dimensions().size() && mandatory_[level - 1] && place.possible; ++k) {
        const std::uint32_t d = lattice_.dimensions()[k];
        if (!ranges[d].fixed() || ranges[d].least < 2) continue;
        const std::size_t i = place.digits[k], next = lattice_.times(k, i, ranges[d].least);
        place.possible = next < lattice_.divisors(k).size();
        place.base += place.possible ? (next - i) * lattice_.stride(k) : 0;
        place.must |= 1u << d;
    }
    place.possible = place.possible && from(level - 1, false)[place.base] < kNever;
}

/// Least numbers of the links further out by the class of the innermost loop outside a tile.
void Relaxation::findOutside(std::size_t level, const Place& place, Floor* classes) const {
    const auto& ranges = model_.space->temporal[level - 1];
    const bool mandatory = mandatory_[level - 1];
    const double* const best = from(level - 1, false).data();
    const double* const best_cycles = limited_ ? from(level - 1, true).data() : nullptr;
    const auto take = [&](Floor& least, std::size_t point) {
        least.energy_pj = std::min(least.energy_pj, best[point]);
        if (limited_) least.cycles = std::min(least.cycles, best_cycles[point]);
    };
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        const std::size_t at = place.point * classes_.size() + c;
        classes[c] = {mandatory ? kNever : outer_.energy[at], limited_ ? mandatory ? kNever : outer_.cycles[at] : 0.0};
        if ((place.must & classes_[c]) != 0) take(classes[c], place.base);
    }
    if (!hasLoops(level - 1)) return;
    for (std::size_t k = 0; k < lattice_.dimensions().size(); ++k) {
        const std::uint32_t d = lattice_.dimensions()[k];
        if (!ranges[d].free()) continue;
        Floor& least = classes[class_of_[k]];
        const std::size_t i = mandatory ? lattice_.digit(place.base, k) : place.digits[k];
        for (const auto& steps : lattice_.steps(k)) {
            if (steps[i] == lattice_.divisors(k).size()) continue;
            take(least, place.base + (steps[i] - i) * lattice_.stride(k));
        }
    }
}

void Relaxation::fill(std::size_t level) {
    const std::size_t count = classes_.size(), points = lattice_.size();
    Layer layer;
    layer.energy.assign(points * count, kNever);
    if (limited_) layer.cycles.assign(points * count, kNever);
    Tiles tiles;
    tiles.fits.assign(points, 0);
    tiles.energy.assign(points, kNever);
    if (limited_) tiles.cycles.assign(points, kNever);
    std::array<Floor, kMostClasses> floors, outside;
    Place place;
    lattice_.decode(0, place.inside, place.outside);
    const bool innermost = level == model_.space->levels;
    for (std::size_t point = 0; point < (innermost ? 1 : points); ++point) {
        if (point > 0) lattice_.advance(place.digits, place.inside, place.outside);
        place.point = point;
        if (!innermost && !model_.fits(level, place.inside)) continue;
        tiles.fits[point] = 1;
        setBase(level, place);
        if (!place.possible) continue;
        const bool passing = links_of_[level].empty() || passes(level, place.inside, place.outside);
        addLinks(level, place, passing ? model_ : alone_, nullptr, floors.data());
        findOutside(level, place, outside.data());
        for (std::size_t c = 0; c < count; ++c) {
            const std::size_t at = point * count + c;
            layer.energy[at] = outside[c].energy_pj + floors[c].energy_pj;
            tiles.energy[point] = std::min(tiles.energy[point], layer.energy[at]);
            if (!limited_) continue;
            layer.cycles[at] = std::max(outside[c].cycles, floors[c].cycles);
            tiles.cycles[point] = std::min(tiles.cycles[point], layer.cycles[at]);
        }
    }
    tiles_of_[level] = tiles_.size();
    tiles_.push_back(std::move(tiles));
    outer_ = std::move(layer);
}

/// All links into inner levels together: at most the tensors that one loop does not move stand still.
void Relaxation::boundParts() {
    const std::size_t level = inner_->from(), count = classes_.size();
    std::array<Floor, kMostClasses> floors, outside;
    Place place;
    const PerDimension<double>* tile = nullptr;
    const LinkModel* model = &model_;
    const auto& parts = inner_->parts();
    bool any = false;
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
        const InnerPart& part = parts[p];
        if (tile == nullptr || *tile != part.temporal.front()) {
            tile = &part.temporal.front();
            any = lattice_.find(*tile, place.point, place.digits);
            if (!any) continue;
            lattice_.decode(place.point, place.inside, place.outside);
            setBase(level, place);
            any = place.possible;
            if (!any) continue;
            model = passes(level, place.inside, place.outside) ? &model_ : &alone_;
            findOutside(level, place, outside.data());
        }
        if (!any) continue;
        addLinks(level, place, *model, &part, floors.data());
        PartFloor best{p, place.point, {}};
        Worth best_worth;
        for (std::size_t c = 0; c < count; ++c) {
            if (outside[c].energy_pj == kNever) continue;
            const Floor floor = completed(
                model_, {outside[c].energy_pj + floors[c].energy_pj, std::max(outside[c].cycles, floors[c].cycles)});
            const Worth worth = worthOf(floor, goal_);
            if (!(worth < best_worth)) continue;
            best_worth = worth;
            best.floor = floor;
        }
        if (best_worth.valid()) part_floors_.push_back(best);
    }
    std::stable_sort(part_floors_.begin(), part_floors_.end(), [&](const PartFloor& a, const PartFloor& b) {
        return worthOf(a.floor, goal_) < worthOf(b.floor, goal_);
    });
    total_ = part_floors_.empty() ? Floor{kNever, kNever} : part_floors_.front().floor;
}

} // namespace strata::npu::detail
