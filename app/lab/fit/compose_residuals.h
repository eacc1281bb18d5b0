// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/distance.h"
#include "core/hardware/calibration/calibration.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// ln(measured / predicted) of one model, the spread that its kernels' errors explain, and which device it ran on.
struct ModelError {
    std::string device;
    double log_error = 0;
    double kernel_sigma = 0;
    double kernels_bias =
        0; ///< of ln(measured / predicted), what the kernels' own errors shift and log_error leaves out
};

/// Robust spread of the errors over that which the kernels' errors explain, at most 1 (and 1 without errors): kernels
/// are timed alone and in sizes of all kinds, and part of what they err by then is their timing's and the odd sizes',
/// which a model's pass does not show. Errors with nothing of the runtime in them.
double kernelsShown(const std::vector<ModelError>& errors);

/// Quantiles of the errors under {"class": ..., "seen": "yes"}. sigma is what kernels leave unexplained; correlation
/// the share of the variance that models of one device have in common.
hardware::Residual modelResidual(const std::vector<ModelError>& errors, std::string_view of);

/// The same for engines: quantiles are those of a device not among them, whose own mean adds to the spread as one more
/// draw does to that of n, by sqrt(1 + 1 / n) around the median. sigma follows the tenths, which hold 80 % also where
/// tails are longer than those of a normal distribution.
hardware::Residual servingResidual(const std::vector<ModelError>& errors, std::string_view of);

/// Errors at a distance under {"class": ..., "distance": ...}. sigma follows the tenths, as in servingResidual(), but
/// nothing is added for a new device: it was left out.
hardware::Residual residualAtDistance(const std::vector<ModelError>& errors, std::string_view of,
                                      gpu::Distance distance);

/// Median and 90th percentile of |predicted / measured - 1|, kernels' shift included, into the calibration.
void setSummary(hardware::Calibration& calibration, const std::vector<ModelError>& errors);

} // namespace strata::assess
