// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// ln(measured / predicted) of a row on a device.
struct LogError {
    std::size_t device = 0;
    double value = 0.0;
};

using ResidualKey = std::map<std::string, std::string, std::less<>>; ///< {"class": "linear"}
/// Errors of all rows, by what a residual of the calibration is looked up with.
using ErrorsByKey = std::map<ResidualKey, std::vector<LogError>>;

/// Residuals of devices that took part in the fit: quantiles over all rows, robust sigma, and as correlation the share
/// of the variance that lies between devices. Adds "seen": "yes" to the keys.
std::vector<hardware::Residual> residualsOfFitted(const ErrorsByKey& errors);

/// Whose errors they are: of devices that the formula was fitted without, or of a formula that is fitted to none.
enum class ErrorsOf { LeftOut, Unfitted };

/// What a device that nobody measured may show. A row errs by its device's offset and by its own deviation (one-way
/// random effects). An offset under a fit without the device holds the error of that fit already: it is drawn as that
/// of a new device will be, nothing is added to it (R. Barber et al., Predictive Inference with the Jackknife+, 2021).
/// Deviations are many, so that more can be told of them: what they show beyond those in the fit is the device's own
/// part and the error of the mean of the n - 1 others, 1 + 1 / (n - 1) times the variance of the own part, where a new
/// device meets 1 + 1 / n.
/// Offsets of a formula that is not fitted vary around their mean, which few devices tell badly. The mean is drawn to
/// 0 as far as it is not told from chance (W. James, C. Stein, Estimation with Quadratic Loss, 1961); the variance is
/// moderated by that of the other keys, with Student's quantiles (variancePrior()); kUnknownSigma where no key has two
/// devices. A key that one device alone has measured is unknown to the fit without it, but known to the one that
/// answers: its rows err as in `fitted`, the errors under the whole fit, times the usual growth of such errors on a
/// new device. What such keys showed to the fit that did not know them tells how keys err that no device has
/// measured: {"unmeasured": "yes"}. Keys must not overlap, or some devices count twice. Adds "seen": "no".
std::vector<hardware::Residual> residualsOfNewDevice(const ErrorsByKey& errors, const ErrorsByKey& fitted = {},
                                                     ErrorsOf whose = ErrorsOf::LeftOut);

/// Quantile at 0.9 of Student's distribution, at least 2 degrees of freedom (Abramowitz and Stegun, 26.7.5).
double studentQuantile90(double degrees_of_freedom);

} // namespace strata::assess
