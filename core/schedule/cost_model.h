// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/hardware/calibration/predictor.h"
#include "core/schedule/tuning_space.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace strata::schedule {

/// How the trees of a cost model grow.
struct CostModelOptions {
    std::size_t boosters = 4; ///< sums of trees, of which the model is the mean
    std::size_t trees = 300;  ///< of each
    std::size_t depth = 6;
    double rate = 0.08;
    double row_share = 0.5;
    double feature_share = 0.7;
    std::size_t folds = 5; ///< of the cross-validation that residuals come from; 0: none
    std::uint64_t seed = 1;
};

/// The fewest measurements from which a model is fitted.
inline constexpr std::size_t kFewestMeasurements = 20;

/// Logarithms of times from tuning parameters: the sum of regression trees.
struct CostModel {
    std::vector<std::string> features;
    std::vector<hardware::FeatureRange> ranges; ///< of the measured configurations
    std::vector<hardware::PredictorTree> trees;
    std::size_t points = 0;
    bool uses_prior = false;          ///< the trees of another device's model are among them
    double p10 = 0, p50 = 0, p90 = 0; ///< of ln(measured / predicted), each row predicted without its fold
    double rank = 0;                  ///< Spearman's correlation in the same way; 0 where folds are 0
};

/// The time of one configuration.
struct PredictedTime {
    double seconds = 0, low_s = 0, high_s = 0; ///< with an interval of 80 %
    bool outside = false;                      ///< of the measured ranges
};

/// Fits boosted trees to logarithms of the measured times (T. Chen et al., "Learning to optimize tensor programs",
/// NeurIPS 2018, rank schedules so). `prior` is the model of another device: what the trees then learn is the ratio of
/// the two devices' times, where cross-validation finds that better. Errors: "too-few" measured rows; "bad-value"
/// where the space lacks a parameter of the prior; "cancelled".
Result<CostModel> fitCostModel(const TuningSpace& space, const CostModel* prior = nullptr,
                               const CostModelOptions& options = {}, const std::stop_token& stop = {});

/// All rows of a space. Errors: "bad-value": it lacks a parameter of the model; "cancelled".
Result<std::vector<PredictedTime>> predictTimes(const CostModel& model, const TuningSpace& space,
                                                const std::stop_token& stop = {});

/// Spearman's rank correlation; equal values share the mean of their ranks. 0 where one side has a single value.
double rankCorrelation(std::span<const double> a, std::span<const double> b);

// A cost model as a predictor file of form "boosted" (hardware/calibration/predictor.h), whose space is "tuning".

/// What the file says beside the model.
struct ModelOrigin {
    std::string id, name, origin, date, command;
};
hardware::Predictor predictorOf(const CostModel& model, const ModelOrigin& origin);
/// Errors: "bad-value": the file holds no cost model.
Result<CostModel> costModelOf(const hardware::Predictor& predictor);

} // namespace strata::schedule
