// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/mapper/relaxation.h"

#include <algorithm>
#include <limits>

namespace strata::npu::detail {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
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

Relaxation::Relaxation(const LinkModel& model, bool cycles)
    : model_(model), lattice_(model), classes_(classesOf(model, lattice_)) {
    const std::size_t levels = model.space->levels;
    for (std::size_t l = 0; l < levels; ++l) {
        const LevelFacts& facts = model.space->facts[l];
        limited_ = limited_ || (cycles && std::min(facts.read_limit, facts.write_limit) < kNever);
    }
    energy_.resize(levels + 1);
    cycles_.resize(limited_ ? levels + 1 : 0);
    fits_.resize(levels + 1);
    Layer outer, layer;
    // Everything runs inside the outermost level.
    const std::size_t points = lattice_.size();
    outer.energy.assign(points * classes_.size(), kNever);
    for (std::size_t k = 0; k < classes_.size(); ++k)
        outer.energy[lattice_.last() * classes_.size() + k] = 0.0;
    outer.cycles = outer.energy;
    PerDimension<double> inside, outside;
    lattice_.decode(lattice_.last(), inside, outside);
    fits_[0].assign(points, 0);
    fits_[0][lattice_.last()] = model.fits(0, inside) ? kFits : kTooLarge;
    energy_[0].assign(points, kNever);
    energy_[0][lattice_.last()] = fits(0, lattice_.last()) ? 0.0 : kNever;
    if (limited_) cycles_[0] = energy_[0];
    if (!fits(0, lattice_.last())) std::fill(outer.energy.begin(), outer.energy.end(), kNever);
    for (std::size_t l = 1; l <= levels; ++l) {
        fill(l, outer, layer);
        std::swap(outer, layer);
    }
}

/// Best of the layer among all tiles that loops of the level lead to, by the tile that they start from.
void Relaxation::reach(std::size_t level, bool cycles, const Layer& layer, std::vector<double>& best) const {
    const std::vector<double>& values = cycles ? layer.cycles : layer.energy;
    const std::size_t count = classes_.size();
    best.resize(lattice_.size());
    for (std::size_t point = 0; point < best.size(); ++point)
        best[point] = *std::min_element(values.begin() + static_cast<std::ptrdiff_t>(point * count),
                                        values.begin() + static_cast<std::ptrdiff_t>((point + 1) * count));
    for (std::size_t k = 0; k < lattice_.dimensions().size(); ++k) {
        if (!model_.space->temporal[level][lattice_.dimensions()[k]].free()) continue;
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

double Relaxation::portCycles(std::size_t level, const LinkWords* words) const {
    std::array<double, kMaxLevels> reads{}, writes{};
    for (const Link& link : model_.links) {
        if (link.lower != level) continue;
        const LinkWords& moved = words[link.tensor];
        reads[link.upper] += (link.output ? moved.back : moved.asked) * link.upper_weight;
        if (link.output) writes[link.upper] += moved.asked * link.upper_weight;
        if (level < model_.space->levels) writes[level] += moved.filled * link.lower_weight;
    }
    double cycles = 0.0;
    for (std::size_t l = 0; l < model_.space->levels; ++l) {
        const LevelFacts& facts = model_.space->facts[l];
        if (reads[l] > 0.0) cycles = std::max(cycles, reads[l] / facts.read_limit);
        if (writes[l] > 0.0) cycles = std::max(cycles, writes[l] / facts.write_limit);
    }
    return cycles;
}

/// Least energy and cycles of the links into a level, by the class of the innermost loop outside.
void Relaxation::addLinks(std::size_t level, const PerDimension<double>& inside, const PerDimension<double>& outside,
                          Floor* floors) const {
    // A level is filled by at most one link of each tensor.
    std::array<LinkWords, kMaxTensors> still, moved, chosen;
    bool any = false;
    for (std::size_t i = 0; i < model_.links.size(); ++i) {
        const Link& link = model_.links[i];
        if (link.lower != level) continue;
        any = true;
        still[link.tensor] = wordsOf(link, leastWords(model_, link, inside, outside, true));
        moved[link.tensor] = wordsOf(link, leastWords(model_, link, inside, outside, false));
    }
    for (std::size_t c = 0; c < classes_.size(); ++c) {
        floors[c] = {};
        if (!any) continue;
        for (std::size_t i = 0; i < model_.links.size(); ++i) {
            const Link& link = model_.links[i];
            if (link.lower != level) continue;
            const bool moves = (model_.space->shapes[link.tensor].relevant & classes_[c]) != 0;
            chosen[link.tensor] = moves ? moved[link.tensor] : still[link.tensor];
            floors[c].energy_pj += chosen[link.tensor].energy_pj;
        }
        if (limited_) floors[c].cycles = portCycles(level, chosen.data());
    }
}

void Relaxation::fill(std::size_t level, const Layer& outer, Layer& layer) {
    const std::size_t count = classes_.size(), points = lattice_.size();
    const auto& ranges = model_.space->temporal[level - 1];
    std::vector<double> best, best_cycles;
    reach(level - 1, false, outer, best);
    if (limited_) reach(level - 1, true, outer, best_cycles);
    layer.energy.assign(points * count, kNever);
    if (limited_) layer.cycles.assign(points * count, kNever);
    fits_[level].assign(points, 0);
    energy_[level].assign(points, kNever);
    if (limited_) cycles_[level].assign(points, kNever);
    bool mandatory = false;
    for (const std::uint32_t d : lattice_.dimensions())
        mandatory = mandatory || (ranges[d].fixed() && ranges[d].least > 1);
    std::array<Floor, kMostClasses> floors;
    PerDimension<double> inside, outside;
    std::array<std::size_t, kMaxDimensions> digits{};
    lattice_.decode(0, inside, outside);
    const bool innermost = level == model_.space->levels;
    for (std::size_t point = 0; point < (innermost ? 1 : points); ++point) {
        if (point > 0) lattice_.advance(digits, inside, outside);
        // With the loops that the level must have.
        std::size_t base = point;
        bool possible = true;
        std::uint32_t must = 0;
        for (std::size_t k = 0; k < lattice_.dimensions().size() && mandatory && possible; ++k) {
            const std::uint32_t d = lattice_.dimensions()[k];
            if (!ranges[d].fixed() || ranges[d].least < 2) continue;
            const std::size_t i = digits[k], next = lattice_.times(k, i, ranges[d].least);
            possible = next < lattice_.divisors(k).size();
            base += possible ? (next - i) * lattice_.stride(k) : 0;
            must |= 1u << d;
        }
        if (!possible || best[base] == kNever) continue;
        if (!innermost && !model_.fits(level, inside)) {
            fits_[level][point] = kTooLarge;
            continue;
        }
        fits_[level][point] = kFits;
        addLinks(level, inside, outside, floors.data());
        for (std::size_t c = 0; c < count; ++c) {
            double energy = mandatory ? kNever : outer.energy[point * count + c];
            double cycles = mandatory || !limited_ ? kNever : outer.cycles[point * count + c];
            if ((must & classes_[c]) != 0) {
                energy = best[base];
                if (limited_) cycles = best_cycles[base];
            }
            for (std::size_t k = 0; k < lattice_.dimensions().size(); ++k) {
                const std::uint32_t d = lattice_.dimensions()[k];
                if ((classes_[c] >> d & 1u) == 0 || !ranges[d].free()) continue;
                const std::size_t i = mandatory ? lattice_.digit(base, k) : digits[k];
                for (const auto& steps : lattice_.steps(k)) {
                    if (steps[i] == lattice_.divisors(k).size()) continue;
                    const std::size_t next = base + (steps[i] - i) * lattice_.stride(k);
                    energy = std::min(energy, best[next]);
                    if (limited_) cycles = std::min(cycles, best_cycles[next]);
                }
            }
            const std::size_t at = point * count + c;
            layer.energy[at] = energy + floors[c].energy_pj;
            energy_[level][point] = std::min(energy_[level][point], layer.energy[at]);
            if (!limited_) continue;
            layer.cycles[at] = std::max(cycles, floors[c].cycles);
            cycles_[level][point] = std::min(cycles_[level][point], layer.cycles[at]);
        }
    }
}

Floor Relaxation::total() const {
    const std::size_t levels = model_.space->levels;
    return floor(levels, 0);
}

} // namespace strata::npu::detail
