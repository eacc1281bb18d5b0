// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/tuner.h"

#include "core/base/normal.h"
#include "core/base/random.h"
#include "core/learn/boosted.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::schedule {
namespace {

// Streams of the seed's numbers.
constexpr std::uint64_t kOrderStream = 2, kDrawStream = 3;
constexpr double kLeastSigma = 1e-6;

bool less(std::span<const double> a, std::span<const double> b) { return std::ranges::lexicographical_compare(a, b); }

void keepEachOnce(std::vector<std::size_t>& rows) {
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
}

} // namespace

Result<Tuner> Tuner::over(const TuningSpace& space, const TunerOptions& options, const CostModel* prior) {
    Tuner tuner(space, options);
    std::string missing;
    tuner.points_ = featurePoints(space, featureNames(space), missing);
    if (prior != nullptr) {
        const auto times = predictTimes(*prior, space);
        if (!times) return times.error();
        for (const PredictedTime& time : *times)
            tuner.prior_.push_back(std::log(time.seconds));
    }
    for (std::size_t p = 0; p < space.parameters.size(); ++p) {
        std::vector<double> levels;
        for (std::size_t row = 0; row < space.rows(); ++row)
            levels.push_back(space.row(row)[p]);
        std::ranges::sort(levels);
        levels.erase(std::unique(levels.begin(), levels.end()), levels.end());
        tuner.levels_.push_back(std::move(levels));
    }
    tuner.sorted_.resize(space.rows());
    std::iota(tuner.sorted_.begin(), tuner.sorted_.end(), std::size_t{0});
    std::ranges::stable_sort(tuner.sorted_,
                             [&](std::size_t a, std::size_t b) { return less(space.row(a), space.row(b)); });
    return tuner;
}

/// Open rows in a drawn order, or the fastest by the prior.
std::vector<std::size_t> Tuner::firstRows(std::span<const Outcome> outcomes, std::size_t count) const {
    std::vector<std::size_t> order(space_->rows());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (!prior_.empty()) {
        std::ranges::stable_sort(order, {}, [&](std::size_t row) { return prior_[row]; });
    } else {
        CounterRandom random(options_.seed, kOrderStream);
        for (std::size_t i = order.size(); i > 1; --i)
            std::swap(order[i - 1], order[random.nextBelow(i)]);
    }
    std::erase_if(order, [&](std::size_t row) { return outcomes[row] != Outcome::Open; });
    order.resize(std::min(order.size(), count));
    return order;
}

/// Rows that differ from one in a single parameter.
void Tuner::addNeighbours(std::size_t row, std::vector<std::size_t>& found) const {
    const auto values = space_->row(row);
    std::vector<double> wanted(values.begin(), values.end());
    for (std::size_t p = 0; p < wanted.size(); ++p) {
        for (const double level : levels_[p]) {
            if (level == values[p]) continue;
            wanted[p] = level;
            const auto at = std::ranges::lower_bound(sorted_, std::span<const double>(wanted), less,
                                                     [&](std::size_t place) { return space_->row(place); });
            if (at != sorted_.end() && std::ranges::equal(space_->row(*at), wanted)) found.push_back(*at);
        }
        wanted[p] = values[p];
    }
}

std::vector<std::size_t> Tuner::candidates(std::span<const Outcome> outcomes,
                                           const std::vector<std::size_t>& fastest) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < std::min(options_.neighboured, fastest.size()); ++i)
        addNeighbours(fastest[i], found);
    CounterRandom random(options_.seed + fastest.size(), kDrawStream);
    for (std::size_t i = 0; i < options_.drawn; ++i)
        found.push_back(random.nextBelow(space_->rows()));
    std::erase_if(found, [&](std::size_t row) { return outcomes[row] != Outcome::Open; });
    keepEachOnce(found);
    return found;
}

/// Candidates with their expected improvements, the largest first. `measured` begins with the fastest row.
std::vector<std::pair<double, std::size_t>> Tuner::gains(std::span<const double> log_times,
                                                         const std::vector<std::size_t>& measured,
                                                         const std::vector<std::size_t>& asked, std::size_t known,
                                                         const std::stop_token& stop) const {
    learn::Points points;
    std::vector<double> values;
    for (const std::size_t row : measured) {
        points.push_back(points_[row]);
        values.push_back(log_times[row] - priorOf(row));
    }
    std::vector<double> sums(asked.size()), squares(asked.size());
    for (std::size_t i = 0; i < options_.boosters && !stop.stop_requested(); ++i) {
        const learn::BoostOptions boost{options_.trees,
                                        options_.depth,
                                        1,
                                        options_.rate,
                                        options_.row_share,
                                        options_.feature_share,
                                        options_.seed * 1000 + known * options_.boosters + i};
        const auto trees = learn::fitBoosted(points, values, boost, stop);
        for (std::size_t k = 0; k < asked.size(); ++k) {
            const double value = learn::boostedValue(trees, points_[asked[k]]);
            sums[k] += value;
            squares[k] += value * value;
        }
    }
    const auto boosters = static_cast<double>(options_.boosters);
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t k = 0; k < asked.size(); ++k) {
        const double mean = sums[k] / boosters, variance = std::max(0.0, squares[k] / boosters - mean * mean);
        const double gain =
            meanShortfall(log_times[measured.front()], priorOf(asked[k]) + mean, std::sqrt(variance) + kLeastSigma);
        order.emplace_back(gain, asked[k]);
    }
    std::ranges::sort(order, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    return order;
}

std::vector<std::size_t> Tuner::next(std::span<const Outcome> outcomes, std::span<const double> log_times,
                                     std::size_t count, const std::stop_token& stop) const {
    std::vector<std::size_t> measured;
    std::size_t known = 0;
    for (std::size_t row = 0; row < outcomes.size(); ++row) {
        if (outcomes[row] == Outcome::Measured) measured.push_back(row);
        known += outcomes[row] == Outcome::Open ? 0U : 1U;
    }
    const std::size_t first = prior_.empty() ? options_.first : options_.first / 4;
    if (known < first) return firstRows(outcomes, std::min(count, first - known));
    if (measured.size() < 2) return firstRows(outcomes, count);
    std::ranges::stable_sort(measured, {}, [&](std::size_t row) { return log_times[row]; });
    const std::vector<std::size_t> asked = candidates(outcomes, measured);
    if (asked.empty()) return firstRows(outcomes, count);
    std::vector<std::size_t> rows;
    for (const auto& [gain, row] : gains(log_times, measured, asked, known, stop)) {
        if (rows.size() < count) rows.push_back(row);
    }
    return rows;
}

} // namespace strata::schedule
