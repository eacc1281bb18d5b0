// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

namespace strata::assess {

/// A variance estimated over so many degrees of freedom.
struct SampledVariance {
    double variance = 0.0, degrees = 0.0;
};

/// What variances of several groups have in common, worth so many degrees of freedom of a group's own: variances
/// are drawn as degrees x variance over a chi-square variate. From the mean and the spread of their logarithms
/// (G. K. Smyth, Linear Models and Empirical Bayes Methods, 2004, section 6.2). Fewer than three groups do not tell
/// a spread: they are worth two degrees. At most 20 degrees; `otherwise` where there is no group.
SampledVariance variancePrior(std::span<const SampledVariance> groups, double otherwise);

/// The first two derivatives of ln Gamma at x > 0.
double digamma(double x);
double trigamma(double x);

} // namespace strata::assess
