// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/variance_prior.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace strata::assess {
namespace {

constexpr double kFewDegrees = 2.0, kMostDegrees = 20.0;
constexpr std::size_t kTellSpread = 3;
constexpr double kLeastVariance = 1e-6; // a part in a thousand: as good as none
constexpr double kAsymptotic = 8.0;     // from here on the series hold to ten digits

/// Mean of ln(variance) of so many degrees of freedom, beyond the logarithm of the expected variance.
double logBias(double degrees) { return digamma(degrees / 2.0) - std::log(degrees / 2.0); }

/// x > 0 at which trigamma, which falls, has this value.
double trigammaInverse(double value) {
    constexpr int kSteps = 60;
    double low = 1e-3;
    double high = 1e3;
    for (int step = 0; step < kSteps; ++step) {
        const double middle = std::sqrt(low * high);
        (trigamma(middle) > value ? low : high) = middle;
    }
    return std::sqrt(low * high);
}

} // namespace

/// Abramowitz and Stegun, 6.3.5 and 6.3.18.
double digamma(double x) {
    double below = 0.0;
    for (; x < kAsymptotic; x += 1.0)
        below += 1.0 / x;
    const double square = 1.0 / (x * x);
    return std::log(x) - 0.5 / x - square * (1.0 / 12.0 - square * (1.0 / 120.0 - square / 252.0)) - below;
}

/// Abramowitz and Stegun, 6.4.6 and 6.4.12.
double trigamma(double x) {
    double below = 0.0;
    for (; x < kAsymptotic; x += 1.0)
        below += 1.0 / (x * x);
    const double square = 1.0 / (x * x);
    return 1.0 / x + square / 2.0 + square / x * (1.0 / 6.0 - square * (1.0 / 30.0 - square / 42.0)) + below;
}

SampledVariance variancePrior(std::span<const SampledVariance> groups, double otherwise) {
    if (groups.empty()) return {otherwise, kFewDegrees};
    const auto count = static_cast<double>(groups.size());
    double mean = 0.0, by_chance = 0.0;
    const auto logarithm = [](const SampledVariance& group) {
        return std::log(std::max(group.variance, kLeastVariance)) - logBias(group.degrees);
    };
    for (const SampledVariance& group : groups) {
        mean += logarithm(group) / count;
        by_chance += trigamma(group.degrees / 2.0) / count;
    }
    double degrees = kFewDegrees;
    if (groups.size() >= kTellSpread) {
        double spread = 0.0;
        for (const SampledVariance& group : groups)
            spread += std::pow(logarithm(group) - mean, 2.0) / (count - 1.0);
        degrees = std::min(2.0 * trigammaInverse(std::max(spread - by_chance, 1e-9)), kMostDegrees);
    }
    return {std::exp(mean + logBias(degrees)), degrees};
}

} // namespace strata::assess
