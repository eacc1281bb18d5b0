// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/cost_model.h"

#include "core/base/random.h"
#include "core/learn/boosted.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace strata::schedule {
namespace {

using hardware::PredictorTree;

constexpr std::uint64_t kFoldStream = 1; ///< of the numbers that deal rows to folds

struct Rows {
    learn::Points points;
    std::vector<double> values;
};

/// The mean of several boosters as one sum of trees.
std::vector<PredictorTree> treesOf(const Rows& rows, const CostModelOptions& options, const std::stop_token& stop) {
    std::vector<PredictorTree> trees;
    for (std::size_t i = 0; i < options.boosters; ++i) {
        const learn::BoostOptions boost{options.trees,         options.depth,   1, options.rate, options.row_share,
                                        options.feature_share, options.seed + i};
        for (PredictorTree& tree : learn::fitBoosted(rows.points, rows.values, boost, stop)) {
            for (double& value : tree.value)
                value /= static_cast<double>(options.boosters);
            trees.push_back(std::move(tree));
        }
    }
    return trees;
}

/// The fold of each row: equal shares in a drawn order.
std::vector<std::size_t> foldsOf(std::size_t rows, const CostModelOptions& options) {
    std::vector<std::size_t> folds(rows);
    for (std::size_t i = 0; i < rows; ++i)
        folds[i] = i % options.folds;
    CounterRandom random(options.seed, kFoldStream);
    for (std::size_t i = rows; i > 1; --i)
        std::swap(folds[i - 1], folds[random.nextBelow(i)]);
    return folds;
}

/// What each row is predicted as by a model of the other folds.
std::vector<double> predictedByOthers(const Rows& rows, const CostModelOptions& options, const std::stop_token& stop) {
    const auto folds = foldsOf(rows.values.size(), options);
    std::vector<double> predicted(rows.values.size());
    for (std::size_t fold = 0; fold < options.folds && !stop.stop_requested(); ++fold) {
        Rows others;
        for (std::size_t i = 0; i < folds.size(); ++i) {
            if (folds[i] == fold) continue;
            others.points.push_back(rows.points[i]);
            others.values.push_back(rows.values[i]);
        }
        const auto trees = treesOf(others, options, stop);
        for (std::size_t i = 0; i < folds.size(); ++i) {
            if (folds[i] == fold) predicted[i] = learn::boostedValue(trees, rows.points[i]);
        }
    }
    return predicted;
}

std::vector<double> differences(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> out(a.size());
    std::ranges::transform(a, b, out.begin(), std::minus<>());
    return out;
}

double meanSquare(const std::vector<double>& values) {
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0) / static_cast<double>(values.size());
}

double quantile(const std::vector<double>& sorted, double share) {
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

void setResiduals(CostModel& model, const std::vector<double>& measured, const std::vector<double>& predicted) {
    std::vector<double> rests = differences(measured, predicted);
    std::ranges::sort(rests);
    model.p10 = quantile(rests, 0.1);
    model.p50 = quantile(rests, 0.5);
    model.p90 = quantile(rests, 0.9);
    model.rank = rankCorrelation(predicted, measured);
}

std::vector<hardware::FeatureRange> rangesOf(const std::vector<std::string>& names, const learn::Points& points) {
    std::vector<hardware::FeatureRange> ranges;
    for (std::size_t i = 0; i < names.size(); ++i) {
        hardware::FeatureRange range{names[i], points.front()[i], points.front()[i]};
        for (const std::vector<double>& point : points) {
            range.low = std::min(range.low, point[i]);
            range.high = std::max(range.high, point[i]);
        }
        ranges.push_back(std::move(range));
    }
    return ranges;
}

Error lacks(std::string_view feature) {
    return {"bad-value",
            "",
            {"error.tuning-parameter-missing", {{"name", feature}}},
            {"accepted.parameters-of-cost-model"},
            {}};
}

/// Logarithm of the time that a model says of each point.
std::vector<double> valuesOf(const CostModel& model, const learn::Points& points) {
    std::vector<double> values;
    for (const std::vector<double>& point : points)
        values.push_back(learn::boostedValue(model.trees, point));
    return values;
}

std::vector<double> ranks(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && values[order[end]] == values[order[i]])
            ++end;
        for (std::size_t j = i; j < end; ++j)
            ranks[order[j]] = 0.5 * static_cast<double>(i + end - 1);
        i = end;
    }
    return ranks;
}

/// The prior's trees beside those that learned what it leaves, where that errs less than trees without it.
bool takePrior(CostModel& model, const CostModel& prior, const Rows& rows, const std::vector<double>& alone,
               const CostModelOptions& options, const std::stop_token& stop) {
    const std::vector<double> said = valuesOf(prior, rows.points);
    const Rows rests{rows.points, differences(rows.values, said)};
    std::vector<double> together = predictedByOthers(rests, options, stop);
    std::ranges::transform(together, said, together.begin(), std::plus<>());
    if (meanSquare(differences(rows.values, together)) >= meanSquare(differences(rows.values, alone))) return false;
    model.trees = prior.trees;
    const auto own = treesOf(rests, options, stop);
    model.trees.insert(model.trees.end(), own.begin(), own.end());
    model.uses_prior = true;
    setResiduals(model, rows.values, together);
    return true;
}

/// Trees, and residuals where there are folds.
void fit(CostModel& model, const Rows& rows, const CostModel* prior, const CostModelOptions& options,
         const std::stop_token& stop) {
    if (options.folds < 2) {
        model.trees = treesOf(rows, options, stop);
        return;
    }
    const auto alone = predictedByOthers(rows, options, stop);
    if (prior != nullptr && takePrior(model, *prior, rows, alone, options, stop)) return;
    model.trees = treesOf(rows, options, stop);
    setResiduals(model, rows.values, alone);
}

Error stopped() { return {"cancelled", "", {"error.fit-was-stopped"}, {}, {}}; }

} // namespace

double rankCorrelation(std::span<const double> a, std::span<const double> b) {
    const auto x = ranks(a), y = ranks(b);
    const double middle = 0.5 * (static_cast<double>(x.size()) - 1.0);
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - middle) * (y[i] - middle);
        xx += (x[i] - middle) * (x[i] - middle);
        yy += (y[i] - middle) * (y[i] - middle);
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0.0;
}

Result<CostModel> fitCostModel(const TuningSpace& space, const CostModel* prior, const CostModelOptions& options,
                               const std::stop_token& stop) {
    const auto measured = space.rowsWith(Outcome::Measured);
    if (measured.size() < kFewestMeasurements)
        return Error{"too-few",
                     "",
                     {"error.measured-configurations", {{"count", measured.size()}}},
                     {"accepted.measured-configurations-at-least", {{"fewest", kFewestMeasurements}}},
                     {}};
    CostModel model;
    model.features = prior != nullptr ? prior->features : featureNames(space);
    std::string missing;
    const learn::Points all = featurePoints(space, model.features, missing);
    if (!missing.empty()) return lacks(missing);
    Rows rows{{}, space.logTimes(measured)};
    for (const std::size_t row : measured)
        rows.points.push_back(all[row]);
    model.points = measured.size();
    model.ranges = rangesOf(model.features, rows.points);
    fit(model, rows, prior, options, stop);
    if (stop.stop_requested()) return stopped();
    return model;
}

Result<std::vector<PredictedTime>> predictTimes(const CostModel& model, const TuningSpace& space,
                                                const std::stop_token& stop) {
    std::string missing;
    const learn::Points points = featurePoints(space, model.features, missing);
    if (!missing.empty()) return lacks(missing);
    std::vector<PredictedTime> times;
    for (const std::vector<double>& point : points) {
        if (stop.stop_requested()) return stopped();
        const double value = learn::boostedValue(model.trees, point);
        PredictedTime time{std::exp(value + model.p50), std::exp(value + model.p10), std::exp(value + model.p90),
                           false};
        for (std::size_t i = 0; i < point.size(); ++i)
            time.outside = time.outside || point[i] < model.ranges[i].low || point[i] > model.ranges[i].high;
        times.push_back(time);
    }
    return times;
}

} // namespace strata::schedule
