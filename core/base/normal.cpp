// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/normal.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>

namespace strata {
namespace {

namespace policies = boost::math::policies;

// Doubles stay doubles: with long ones, Boost's default, the functions take several times as long. What is not a number
// stays that, without an exception.
using Policy = policies::policy<policies::promote_double<false>, policies::domain_error<policies::ignore_error>,
                                policies::overflow_error<policies::ignore_error>,
                                policies::evaluation_error<policies::ignore_error>>;
using Normal = boost::math::normal_distribution<double, Policy>;

} // namespace

double normalBelow(double z) { return boost::math::cdf(Normal(), z); }

double normalUpperQuantile(double upper) {
    const double least = std::numeric_limits<double>::min();
    const double most = 1.0 - std::numeric_limits<double>::epsilon();
    return boost::math::quantile(boost::math::complement(Normal(), std::clamp(upper, least, most)));
}

double meanShortfall(double edge, double mean, double sigma) {
    if (!(sigma > 0.0)) return std::max(0.0, edge - mean);
    const double z = (edge - mean) / sigma;
    return std::max(0.0, (edge - mean) * normalBelow(z) + sigma * boost::math::pdf(Normal(), z));
}

} // namespace strata
