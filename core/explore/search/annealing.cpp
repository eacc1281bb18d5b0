// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/search/search_algorithm.h"
#include "core/explore/variation.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::explore {
namespace {

// Steps shrink with the temperature from a good part of an axis to a fine correction.
constexpr double kFirstStep = 0.3;
constexpr double kLastStep = 0.005;
// Share of the budget that is spent on random points, whose spread is the first temperature.
constexpr double kScoutShare = 0.05;

class Annealing final : public SearchAlgorithm {
public:
    Annealing(std::vector<Gene> genes, std::uint64_t seed, const AnnealingSettings& settings)
        : genes_(std::move(genes)), seed_(seed), settings_(settings) {
        settings_.chains = std::max<std::size_t>(1, settings.chains);
        const double rounds = static_cast<double>(settings.budget) / static_cast<double>(settings_.chains);
        scout_rounds_ = static_cast<std::uint64_t>(std::max(2.0, rounds * kScoutShare));
        rounds_ = std::max(1.0, rounds - static_cast<double>(scout_rounds_));
    }

    std::span<const double> ask() override {
        if (asked_.empty()) propose();
        return asked_;
    }

    void tell(const ObjectiveRows& objectives, std::span<const double> violations) override {
        CounterRandom random(seed_, 2 * round_ + 1);
        const bool scouting = round_ < scout_rounds_;
        if (points_.empty()) {
            points_ = asked_;
            values_.assign(settings_.chains, 0.0);
            violations_.assign(settings_.chains, std::numeric_limits<double>::infinity());
        }
        for (std::size_t c = 0; c < settings_.chains; ++c) {
            const double value = objectives.row(c)[0];
            if (scouting && violations[c] == 0) scouts_.push_back(value);
            const double chance = random.nextUniform();
            if (scouting ? better(c, value, violations[c]) : accepts(c, value, violations[c], chance)) {
                values_[c] = value;
                violations_[c] = violations[c];
                std::copy_n(asked_.begin() + static_cast<std::ptrdiff_t>(c * genes_.size()), genes_.size(),
                            points_.begin() + static_cast<std::ptrdiff_t>(c * genes_.size()));
            }
        }
        asked_.clear();
        if (++round_ == scout_rounds_) hottest_ = spread();
    }

    std::span<const double> population() const override { return points_; }

private:
    /// From 0 at the first annealing round to 1 at the last.
    double progress() const { return std::clamp(static_cast<double>(round_ - scout_rounds_) / rounds_, 0.0, 1.0); }

    double temperature() const { return hottest_ * std::pow(settings_.last_temperature, progress()); }

    bool better(std::size_t c, double value, double violation) const {
        if (violation != violations_[c]) return violation < violations_[c];
        return violation == 0 && value < values_[c];
    }

    bool accepts(std::size_t c, double value, double violation, double chance) const {
        if (violation > 0 || violations_[c] > 0) return violation <= violations_[c];
        return value <= values_[c] || chance < std::exp((values_[c] - value) / temperature());
    }

    /// Half the distance of the quartiles: a few absurd designs must not heat the run.
    double spread() const {
        std::vector<double> sorted = scouts_;
        if (sorted.size() < 2) return 1.0;
        std::sort(sorted.begin(), sorted.end());
        const double width = sorted[sorted.size() * 3 / 4] - sorted[sorted.size() / 4];
        return width > 0 ? 0.5 * width : 1.0;
    }

    void propose() {
        CounterRandom random(seed_, 2 * round_);
        const std::size_t width = genes_.size();
        if (round_ < scout_rounds_) {
            for (std::size_t i = 0; i < settings_.chains * width; ++i)
                asked_.push_back(randomGene(genes_[i % width], random));
            return;
        }
        asked_ = points_;
        const double step = kFirstStep * std::pow(kLastStep / kFirstStep, progress());
        for (std::size_t c = 0; c < settings_.chains; ++c) {
            const std::size_t changed = 1 + (random.nextUniform() < 0.3 ? 1 : 0);
            for (std::size_t k = 0; k < changed; ++k) {
                const std::size_t d = random.nextBelow(width);
                double& gene = asked_[c * width + d];
                gene = moved(gene, genes_[d], step, random);
            }
        }
    }

    static double moved(double value, const Gene& gene, double step, CounterRandom& random) {
        if (!gene.ordered) return randomGene(gene, random);
        // Sum of three uniforms: near enough to a normal step, and bounded.
        double way = (random.nextUniform() + random.nextUniform() + random.nextUniform() - 1.5) * 2.0 * step;
        if (gene.steps > 0 && std::abs(way) < 1.0 / static_cast<double>(gene.steps)) {
            way = std::copysign(1.0 / static_cast<double>(gene.steps), way);
        }
        double target = value + way;
        if (target < 0.0) target = -target;
        if (target >= 1.0) target = 2.0 - target;
        return snapped(target, gene);
    }

    std::vector<Gene> genes_;
    std::uint64_t seed_;
    AnnealingSettings settings_;
    std::uint64_t scout_rounds_ = 0;
    double rounds_ = 1;
    std::uint64_t round_ = 0;
    double hottest_ = 1;
    std::vector<double> scouts_;
    std::vector<double> asked_, points_, values_, violations_;
};

} // namespace

std::unique_ptr<SearchAlgorithm> annealing(std::vector<Gene> genes, std::uint64_t seed,
                                           const AnnealingSettings& settings) {
    return std::make_unique<Annealing>(std::move(genes), seed, settings);
}

} // namespace strata::explore
