// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/search_algorithm.h"
#include "core/hardware/calibration/predictor.h"
#include "core/learn/gaussian_process.h"

namespace strata::explore {

/// A model of one quantity over the unit cube that a search learns on the way.
class Surrogate {
public:
    Surrogate(SurrogateSettings::Model model, const std::vector<Gene>& genes, std::uint64_t seed);

    /// Learns from points, row by row. The scales of a Gaussian process go on from the last call.
    void learn(std::span<const double> points, std::span<const double> values);

    /// Takes predictions for answers until the next learn(): points that were chosen draw no others near them.
    void believe(std::span<const double> point, double value);

    std::vector<learn::Prediction> predict(std::span<const double> points) const;
    std::vector<double> means(std::span<const double> points) const;

private:
    SurrogateSettings::Model model_;
    std::size_t inputs_;
    std::uint64_t seed_;
    std::uint64_t learned_ = 0;
    learn::KernelScales scales_;
    learn::GaussianProcess process_;
    std::vector<double> points_, values_;
    std::vector<hardware::PredictorTree> trees_;
};

} // namespace strata::explore
