// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/schedule/measured_space.h"
#include "core/base/random.h"
#include "core/schedule/tuner.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::assess {
namespace {

using schedule::Outcome;

constexpr double kShareOfOptimum = 0.95;
constexpr std::uint64_t kGeneticStream = 92, kRandomStream = 93;

/// A search that is under way: what it has measured and whether it has arrived.
class Run {
public:
    Run(const MeasuredSpace& measured, std::size_t most)
        : measured_(measured), most_(most), outcomes(measured.space.rows(), Outcome::Open),
          logs(measured.space.rows(), 0.0) {}

    /// A row that was measured before costs nothing.
    double measure(std::size_t row) {
        if (outcomes[row] == Outcome::Open && !ended()) {
            outcomes[row] = Outcome::Measured;
            logs[row] = std::log(measured_.space.seconds[row]);
            ++count_;
            arrived_ = arrived_ || logs[row] <= measured_.best_log_time - std::log(kShareOfOptimum);
        }
        return outcomes[row] == Outcome::Open ? 1e300 : logs[row];
    }
    bool ended() const { return arrived_ || count_ >= most_; }
    std::size_t count() const { return arrived_ ? count_ : most_; }
    std::size_t measurements() const { return count_; }

private:
    const MeasuredSpace& measured_;
    std::size_t most_, count_ = 0;
    bool arrived_ = false;

public:
    std::vector<Outcome> outcomes;
    std::vector<double> logs;
};

std::size_t drawnSearch(const MeasuredSpace& measured, std::uint64_t seed, std::size_t most) {
    Run run(measured, most);
    CounterRandom random(seed, kRandomStream);
    while (!run.ended())
        run.measure(random.nextBelow(measured.space.rows()));
    return run.count();
}

std::size_t modelSearch(const MeasuredSpace& measured, std::uint64_t seed, std::size_t most) {
    schedule::TunerOptions options;
    options.seed = seed;
    const auto tuner = schedule::Tuner::over(measured.space, options);
    Run run(measured, most);
    while (tuner && !run.ended()) {
        const auto next = tuner->next(run.outcomes, run.logs, 1);
        if (next.empty()) break;
        run.measure(next.front());
    }
    return run.count();
}

/// A genetic algorithm with the settings that Kernel Tuner begins with: twenty individuals, uniform crossover, one gene
/// of ten mutates, parents by their rank. Children that are no configurations of the space cost nothing; a population
/// that has brought nothing new for five generations is drawn anew.
class Genetic {
public:
    Genetic(const MeasuredSpace& measured, std::uint64_t seed) : space_(measured.space), random_(seed, kGeneticStream) {
        levels_.resize(space_.parameters.size());
        for (std::size_t row = 0; row < space_.rows(); ++row) {
            const auto values = space_.row(row);
            rows_.emplace(std::vector<double>(values.begin(), values.end()), row);
            for (std::size_t p = 0; p < values.size(); ++p)
                levels_[p].push_back(values[p]);
        }
        for (std::vector<double>& levels : levels_) {
            std::ranges::sort(levels);
            levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
        }
    }

    std::size_t search(Run& run) {
        draw();
        for (int idle = 0; !run.ended();) {
            const std::size_t before = run.measurements();
            std::ranges::stable_sort(population_, {}, [&](std::size_t row) { return run.measure(row); });
            idle = run.measurements() == before ? idle + 1 : 0;
            if (idle == 5) {
                draw();
                idle = 0;
            } else {
                breed();
            }
        }
        return run.count();
    }

private:
    static constexpr std::size_t kIndividuals = 20, kMutation = 10, kTries = 2000, kTriesForNew = 200;

    void draw() {
        population_.clear();
        while (population_.size() < kIndividuals)
            population_.push_back(random_.nextBelow(space_.rows()));
    }

    std::span<const double> parent() {
        for (;;) {
            const std::size_t place = random_.nextBelow(kIndividuals);
            if (random_.nextBelow(kIndividuals) >= place) return space_.row(population_[place]);
        }
    }

    void breed() {
        std::vector<std::size_t> next;
        for (std::size_t tries = 0; next.size() < kIndividuals; ++tries) {
            const auto a = parent(), b = parent();
            std::vector<double> child(a.size());
            for (std::size_t p = 0; p < child.size(); ++p) {
                child[p] = random_.nextBelow(2) == 0 ? a[p] : b[p];
                if (random_.nextBelow(kMutation) == 0) child[p] = levels_[p][random_.nextBelow(levels_[p].size())];
            }
            const auto found = rows_.find(child);
            if (tries > kTries)
                next.push_back(random_.nextBelow(space_.rows()));
            else if (found != rows_.end() &&
                     (tries > kTriesForNew || std::ranges::find(next, found->second) == next.end()))
                next.push_back(found->second);
        }
        population_ = std::move(next);
    }

    const schedule::TuningSpace& space_;
    CounterRandom random_;
    std::map<std::vector<double>, std::size_t> rows_;
    std::vector<std::vector<double>> levels_;
    std::vector<std::size_t> population_;
};

} // namespace

std::size_t measurementsUntilFast(const MeasuredSpace& measured, SearchAgent agent, std::uint64_t seed,
                                  std::size_t most) {
    if (agent == SearchAgent::Random) return drawnSearch(measured, seed, most);
    if (agent == SearchAgent::Model) return modelSearch(measured, seed, most);
    Run run(measured, most);
    return Genetic(measured, seed).search(run);
}

} // namespace strata::assess
