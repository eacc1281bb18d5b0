// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/sampler.h"
#include "core/explore/search/search_algorithm.h"
#include "core/explore/search/selection.h"
#include "core/explore/variation.h"

#include <algorithm>
#include <limits>
#include <set>

namespace strata::explore {
namespace {

class Evolution final : public SearchAlgorithm {
public:
    Evolution(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed, const EvolutionSettings& settings)
        : genes_(std::move(genes)), objectives_(objectives), seed_(seed), settings_(settings) {
        settings_.population = std::max<std::size_t>(4, settings.population + settings.population % 2);
        if (settings_.mutation_probability <= 0) {
            settings_.mutation_probability = 1.0 / static_cast<double>(std::max<std::size_t>(1, genes_.size()));
        }
    }

    std::span<const double> ask() override {
        if (asked_.empty()) generation_ == 0 ? askFirst() : askChildren();
        return asked_;
    }

    void tell(const ObjectiveRows& objectives, std::span<const double> violations) override {
        points_.insert(points_.end(), asked_.begin(), asked_.end());
        for (std::size_t i = 0; i < violations.size(); ++i) {
            violations_.push_back(violations[i]);
            for (const double value : objectives.row(i)) {
                values_.push_back(violations[i] < kInfinity ? value : kInfinity);
            }
        }
        asked_.clear();
        ++generation_;
        select();
    }

    std::span<const double> population() const override { return points_; }

private:
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();

    std::size_t width() const { return genes_.size(); }
    std::span<const double> point(std::size_t i) const { return std::span(points_).subspan(i * width(), width()); }

    /// A Latin hypercube covers each axis where random points leave holes.
    void askFirst() {
        asked_.resize(settings_.population * width());
        const auto sampler = latinHypercubeSampler(width(), settings_.population, seed_);
        if (sampler) (*sampler)->fill(0, asked_);
        for (std::size_t i = 0; i < asked_.size(); ++i)
            asked_[i] = snapped(asked_[i], genes_[i % width()]);
    }

    void askChildren() {
        CounterRandom random(seed_, generation_);
        std::set<std::vector<double>> known;
        for (std::size_t i = 0; i < violations_.size(); ++i)
            known.emplace(point(i).begin(), point(i).end());
        while (asked_.size() < settings_.population * width()) {
            std::vector<double> first = parent(random), second = parent(random);
            if (random.nextUniform() <= settings_.crossover_probability) {
                crossOver(genes_, first, second, settings_.crossover_index, random);
            }
            for (std::vector<double>* child : {&first, &second}) {
                if (asked_.size() < settings_.population * width()) add(std::move(*child), known, random);
            }
        }
    }

    /// A child that is known already would waste its evaluation: it is mutated until it differs, or drawn
    /// anew.
    void add(std::vector<double> child, std::set<std::vector<double>>& known, CounterRandom& random) {
        mutate(genes_, child, settings_.mutation_index, settings_.mutation_probability, random);
        constexpr int kTrials = 8;
        for (int trial = 0; trial < kTrials && known.contains(child); ++trial) {
            if (trial + 1 < kTrials) {
                mutate(genes_, child, settings_.mutation_index, settings_.mutation_probability, random);
            } else {
                for (std::size_t d = 0; d < width(); ++d)
                    child[d] = randomGene(genes_[d], random);
            }
        }
        asked_.insert(asked_.end(), child.begin(), child.end());
        known.insert(std::move(child));
    }

    std::vector<double> parent(CounterRandom& random) const {
        const std::size_t a = random.nextBelow(violations_.size());
        const std::size_t b = random.nextBelow(violations_.size());
        const bool first = ranks_[a] != ranks_[b] ? ranks_[a] < ranks_[b] : room_[a] >= room_[b];
        const auto winner = point(first ? a : b);
        return {winner.begin(), winner.end()};
    }

    void select() {
        const ObjectiveRows rows{values_, objectives_};
        const auto ranks = nonDominatedRanks({rows, violations_});
        std::vector<std::uint32_t> chosen, chosen_ranks;
        std::vector<double> chosen_room;
        for (std::uint32_t rank = 0; chosen.size() < settings_.population && chosen.size() < ranks.size(); ++rank) {
            std::vector<std::uint32_t> members;
            for (std::uint32_t i = 0; i < ranks.size(); ++i) {
                if (ranks[i] == rank) members.push_back(i);
            }
            const std::size_t room = settings_.population - chosen.size();
            if (members.size() > room) members = trimmed(rows, std::move(members), room);
            const auto distances = violations_[members.front()] == 0 ? crowdingDistances(rows, members)
                                                                     : std::vector<double>(members.size(), 0.0);
            chosen.insert(chosen.end(), members.begin(), members.end());
            chosen_room.insert(chosen_room.end(), distances.begin(), distances.end());
            chosen_ranks.resize(chosen.size(), rank);
        }
        keep(chosen);
        ranks_ = std::move(chosen_ranks);
        room_ = std::move(chosen_room);
    }

    std::vector<std::uint32_t> trimmed(const ObjectiveRows& rows, std::vector<std::uint32_t> members,
                                       std::size_t wanted) const {
        if (violations_[members.front()] == 0) return thinned(rows, std::move(members), wanted);
        members.resize(wanted);
        return members;
    }

    void keep(const std::vector<std::uint32_t>& chosen) {
        Population kept =
            chosenOf({std::move(points_), std::move(values_), std::move(violations_)}, chosen, width(), objectives_);
        points_ = std::move(kept.points);
        values_ = std::move(kept.values);
        violations_ = std::move(kept.violations);
    }

    std::vector<Gene> genes_;
    std::size_t objectives_;
    std::uint64_t seed_;
    EvolutionSettings settings_;
    std::uint64_t generation_ = 0;
    std::vector<double> asked_;
    std::vector<double> points_, values_, violations_; ///< of the population, row by row
    std::vector<std::uint32_t> ranks_;
    std::vector<double> room_;
};

} // namespace

std::unique_ptr<SearchAlgorithm> evolution(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed,
                                           const EvolutionSettings& settings) {
    return std::make_unique<Evolution>(std::move(genes), objectives, seed, settings);
}

} // namespace strata::explore
