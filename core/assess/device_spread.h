// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration.h"

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

using ResidualKey = std::map<std::string, std::string, std::less<>>;  ///< {"class": "linear"}
/// Errors of all rows, by what a residual of the calibration is looked up with.
using ErrorsByKey = std::map<ResidualKey, std::vector<LogError>>;

/// Residuals of devices that took part in the fit: quantiles over all rows, robust sigma, and as correlation the share
/// of the variance that lies between devices. Adds "seen": "yes" to the keys.
std::vector<hardware::Residual> residualsOfFitted(const ErrorsByKey& errors);

/// What a device that nobody measured may show, from the errors of each device under a fit without it. A row errs by
/// its device's offset and by its own deviation (one-way random effects). Offsets: their mean, drawn to 0 as far as it
/// is not told from chance (W. James, C. Stein, Estimation with Quadratic Loss, 1961); their variance, moderated by its
/// usual ratio to that of rows, with Student's quantiles for few devices (G. K. Smyth, Linear Models and Empirical
/// Bayes Methods, 2004, section 3). Quantiles are those of the prediction for one more device. A key that one device
/// alone has measured is unknown to the fit without it, but known to the one that answers: its rows err as in `fitted`,
/// the errors under the whole fit, times the usual growth of such errors on a device left out. Adds "seen": "no".
std::vector<hardware::Residual> residualsOfNewDevice(const ErrorsByKey& errors, const ErrorsByKey& fitted = {});

/// Quantile at 0.9 of Student's distribution, at least 2 degrees of freedom (Abramowitz and Stegun, 26.7.5).
double studentQuantile90(double degrees_of_freedom);

}  // namespace strata::assess
