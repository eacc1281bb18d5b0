// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/exchange/tuning/tuning_study.h"

#include <memory>
#include <QString>
#include <string>
#include <vector>

namespace strata::views {

/// How well a model orders configurations, by the number of samples that it learned from.
struct OrderPoint {
    std::size_t samples = 0;
    double rank = 0, first = 0, best_of = 0, error = 0; ///< as in schedule::SampleFit
};
/// A configuration that the model has not seen, by its place in both orders, the fastest at 1.
struct RankPoint {
    double measured_rank = 0, predicted_rank = 0;
    double measured_s = 0, predicted_s = 0;
    std::string configuration;
};
/// What a studied file of tuning configurations tells, with the order after one of the numbers of samples.
struct SchedulesPicture {
    std::string file, kernel, device; ///< kernel and device may be empty
    std::size_t measured = 0, open = 0, failed = 0, best = 0;
    std::vector<OrderPoint> learning;
    std::size_t chosen = 0; ///< of `learning`
    std::vector<RankPoint> ranks;
    std::vector<std::string> next;
    bool empty() const { return learning.empty(); }
    const OrderPoint& point() const { return learning[chosen]; }
};

/// `samples`: the order that is shown is that of the nearest number of samples; 0 is the largest.
SchedulesPicture makeSchedulesPicture(const exchange::TuningStudy& study, std::size_t samples);
/// The place among `learning` whose number of samples is nearest in logarithms; 0 is the largest.
std::size_t nearestSamples(const std::vector<OrderPoint>& learning, double samples);
Table schedulesTable(const SchedulesPicture& picture);

} // namespace strata::views
