// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/edge/network.h"
#include "core/hardware/calibration/predictor.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace strata::edge {

/// What the additive model charges for: operations, elements, weights and kernels by class of operator.
inline constexpr std::size_t kAdditiveFeatures = 20;
using AdditiveVector = std::array<double, kAdditiveFeatures>;
std::span<const std::string_view> additiveFeatureNames(); ///< "conv3_macs", ..., "networks"

/// Counts of one operator, and of a whole network with the fixed cost of a run.
AdditiveVector featuresOf(const EdgeOperator& op);
AdditiveVector featuresOf(const EdgeNetwork& network);
/// Operators that are computed on the way out of another one cost neither elements nor a kernel.
AdditiveVector featuresOf(const EdgeNetwork& network, const DetectedKernel& kernel);

inline constexpr double kLeastSeconds = 1e-9; ///< the shortest time that logarithms are taken of

/// Time in seconds: the sum of counts times coefficients.
double additiveSeconds(const AdditiveVector& features, const AdditiveVector& coefficients);

/// One measured network.
struct MeasuredNetwork {
    AdditiveVector features{};
    double latency_s = 0;
};
/// Non-negative coefficients with the least squares of relative errors.
AdditiveVector fitAdditive(std::span<const MeasuredNetwork> rows);

/// The coefficients of a group of a predictor file, by name. Features that the file does not name are free.
AdditiveVector coefficientsOf(const hardware::PredictorGroup& group);

/// Features of a network that lie outside the ranges of a predictor file.
std::vector<std::string> outsideRanges(const AdditiveVector& features, const hardware::Predictor& predictor);

} // namespace strata::edge
