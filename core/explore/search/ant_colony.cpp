// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/sampler.h"
#include "core/explore/search/search_algorithm.h"
#include "core/explore/search/selection.h"
#include "core/explore/variation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>

namespace strata::explore {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class AntColony final : public SearchAlgorithm {
public:
    AntColony(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed, const AntSettings& settings)
        : genes_(std::move(genes)), objectives_(objectives), seed_(seed), settings_(settings) {
        settings_.ants = std::max<std::size_t>(1, settings.ants);
        settings_.archive = std::max<std::size_t>(4, settings.archive);
    }

    std::span<const double> ask() override {
        if (asked_.empty()) round_ == 0 ? askFirst() : askAnts();
        return asked_;
    }

    void tell(const ObjectiveRows& objectives, std::span<const double> violations) override {
        points_.insert(points_.end(), asked_.begin(), asked_.end());
        for (std::size_t i = 0; i < violations.size(); ++i) {
            violations_.push_back(violations[i]);
            for (const double value : objectives.row(i))
                values_.push_back(violations[i] < kInfinity ? value : kInfinity);
        }
        asked_.clear();
        ++round_;
        select();
    }

    std::span<const double> population() const override { return points_; }

private:
    std::size_t width() const { return genes_.size(); }
    std::size_t members() const { return violations_.size(); }
    double gene(std::size_t member, std::size_t d) const { return points_[member * width() + d]; }

    void askFirst() {
        asked_.resize(settings_.archive * width());
        if (const auto sampler = latinHypercubeSampler(width(), settings_.archive, seed_)) (*sampler)->fill(0, asked_);
        for (std::size_t i = 0; i < asked_.size(); ++i)
            asked_[i] = snapped(asked_[i], genes_[i % width()]);
    }

    /// Share of each member, best first, in what guides the ants: a normal density over the ranks.
    std::vector<double> guides() const {
        std::vector<double> shares(members());
        const double width = std::max(1e-3, settings_.greediness * static_cast<double>(members()));
        double sum = 0;
        for (std::size_t i = 0; i < shares.size(); ++i) {
            const double z = static_cast<double>(i) / width;
            sum += shares[i] = std::exp(-0.5 * z * z);
        }
        std::partial_sum(shares.begin(), shares.end(), shares.begin());
        for (double& share : shares)
            share /= sum;
        return shares;
    }

    void askAnts() {
        CounterRandom random(seed_, round_);
        const std::vector<double> shares = guides();
        std::set<std::vector<double>> known;
        for (std::size_t i = 0; i < members(); ++i)
            known.emplace(points_.begin() + static_cast<std::ptrdiff_t>(i * width()),
                          points_.begin() + static_cast<std::ptrdiff_t>((i + 1) * width()));
        for (std::size_t ant = 0; ant < settings_.ants; ++ant) {
            std::vector<double> walk = walkOf(shares, random);
            constexpr int kTrials = 8;
            for (int trial = 0; trial < kTrials && known.contains(walk); ++trial) {
                if (trial + 1 < kTrials) {
                    walk = walkOf(shares, random);
                } else { // the archive has converged: the ant looks elsewhere
                    for (std::size_t d = 0; d < width(); ++d)
                        walk[d] = randomGene(genes_[d], random);
                }
            }
            asked_.insert(asked_.end(), walk.begin(), walk.end());
            known.insert(std::move(walk));
        }
    }

    std::size_t drawn(const std::vector<double>& shares, CounterRandom& random) const {
        const auto place = std::ranges::upper_bound(shares, random.nextUniform()) - shares.begin();
        return std::min(static_cast<std::size_t>(place), members() - 1);
    }

    /// One ant: numbers around one guide, so that coordinates which belong together stay so; each word of a guide of
    /// its own.
    std::vector<double> walkOf(const std::vector<double>& shares, CounterRandom& random) const {
        std::vector<double> walk(width());
        const std::size_t guide = drawn(shares, random);
        for (std::size_t d = 0; d < width(); ++d)
            walk[d] = genes_[d].ordered ? around(guide, d, random) : wordFor(d, shares, random);
        return walk;
    }

    double around(std::size_t guide, std::size_t d, CounterRandom& random) const {
        double distance = 0;
        for (std::size_t i = 0; i < members(); ++i)
            distance += std::abs(gene(i, d) - gene(guide, d));
        double deviation =
            settings_.evaporation * distance / static_cast<double>(std::max<std::size_t>(1, members() - 1));
        // Among few steps a narrow draw would always come back to its guide.
        if (genes_[d].steps > 0) deviation = std::max(deviation, 0.3 / static_cast<double>(genes_[d].steps));
        const double u = std::max(1e-300, random.nextUniform()), v = random.nextUniform();
        const double normal = std::sqrt(-2.0 * std::log(u)) * std::cos(2.0 * std::numbers::pi * v);
        return snapped(gene(guide, d) + deviation * normal, genes_[d]);
    }

    /// Words that good members do not use keep a small share (Liao et al., section III-B).
    double wordFor(std::size_t d, const std::vector<double>& shares, CounterRandom& random) const {
        std::set<double> used;
        for (std::size_t i = 0; i < members(); ++i)
            used.insert(gene(i, d));
        const double words = static_cast<double>(std::max<std::uint64_t>(1, genes_[d].steps));
        const double unused = words - static_cast<double>(used.size());
        const double chance = unused > 0 ? 1.0 / (1.0 + static_cast<double>(used.size())) : 1.0 / (4.0 * words);
        if (random.nextUniform() < chance) return randomGene(genes_[d], random);
        return gene(drawn(shares, random), d);
    }

    /// The archive, best first: by rank, and within a rank the least crowded first.
    void select() {
        const ObjectiveRows rows{values_, objectives_};
        const auto ranks = nonDominatedRanks({rows, violations_});
        std::vector<std::uint32_t> chosen;
        for (std::uint32_t rank = 0; chosen.size() < settings_.archive && chosen.size() < ranks.size(); ++rank) {
            std::vector<std::uint32_t> of_rank;
            for (std::uint32_t i = 0; i < ranks.size(); ++i)
                if (ranks[i] == rank) of_rank.push_back(i);
            const bool feasible = violations_[of_rank.front()] == 0;
            const std::size_t room = settings_.archive - chosen.size();
            if (of_rank.size() > room) {
                if (feasible)
                    of_rank = thinned(rows, std::move(of_rank), room);
                else
                    of_rank.resize(room);
            }
            if (feasible) {
                const auto crowding = crowdingDistances(rows, of_rank);
                std::vector<std::size_t> order(of_rank.size());
                std::iota(order.begin(), order.end(), std::size_t{0});
                std::ranges::stable_sort(order, std::greater{}, [&](std::size_t i) { return crowding[i]; });
                for (const std::size_t i : order)
                    chosen.push_back(of_rank[i]);
            } else {
                chosen.insert(chosen.end(), of_rank.begin(), of_rank.end());
            }
        }
        keep(chosen);
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
    AntSettings settings_;
    std::uint64_t round_ = 0;
    std::vector<double> asked_;
    std::vector<double> points_, values_, violations_; ///< of the archive, best first
};

} // namespace

std::unique_ptr<SearchAlgorithm> antColony(std::vector<Gene> genes, std::size_t objectives, std::uint64_t seed,
                                           const AntSettings& settings) {
    return std::make_unique<AntColony>(std::move(genes), objectives, seed, settings);
}

} // namespace strata::explore
