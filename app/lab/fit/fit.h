// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/statistics.h"
#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {
struct Calibration;
}

namespace strata::assess {

/// A coefficient to fit: positive, searched on a logarithmic scale inside (low, high).
struct FreeCoefficient {
    std::string name;
    double start = 1.0;
    double low = 1e-9;
    double high = 1e9;
};

/// How a fit weighs large residuals, and when it gives up.
struct FitOptions {
    double soft = 0.1;              ///< residuals beyond this count linearly (soft L1): slow paths do not pull the fit
    std::size_t evaluations = 2000; ///< of the residual function
};

/// What a fit found.
struct Fit {
    std::vector<double> values; ///< in the order of the coefficients, rounded to six significant digits
    double loss = 0.0;          ///< mean absolute residual
    std::size_t evaluations = 0;
};

/// Minimises the soft-L1 sum over residual_i(values) by Levenberg-Marquardt with numerical differences (Eigen). A
/// residual is usually ln(predicted / measured). Deterministic: no threads, no random numbers. Errors: "bad-value"
/// without residuals.
Result<Fit> fitCoefficients(std::span<const FreeCoefficient> coefficients, std::size_t residuals,
                            const std::function<void(std::span<const double> values, std::span<double> out)>& residual,
                            const FitOptions& options = {});

/// Six significant digits, as fits round their values.
double roundedCoefficient(double value);

/// "between 0.05 and 20", or "held at 2.5" where both are one.
std::string rangeText(double low, double high);

/// Writes the range of each coefficient into the origins of the calibration. `group` names the group that holds the
/// values, as in "grouped/norm"; empty: all groups have the same range.
void noteRanges(std::span<const FreeCoefficient> free, hardware::Calibration& calibration, std::string_view group = {});

} // namespace strata::assess
