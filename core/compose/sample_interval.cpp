// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/random.h"
#include "core/compose/compose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace strata::compose {
namespace {

/// Standard normal deviate (Box and Muller 1958); two counters a number keep the streams simple.
double normal(CounterRandom& random) {
    const double radius = std::sqrt(-2.0 * std::log1p(-random.nextUniform()));
    return radius * std::cos(2.0 * std::numbers::pi * random.nextUniform());
}

double quantileOf(std::vector<double>& values, double share) {
    const auto at = static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), values.begin() + at, values.end());
    return values[static_cast<std::size_t>(at)];
}

} // namespace

Interval sampleInterval(const ComposedTime& composed, const ErrorCorrelation& correlation, std::uint64_t seed,
                        std::size_t samples) {
    if (samples == 0) return {composed.seconds, composed.seconds};
    CounterRandom random(seed);
    std::vector<double> totals(samples);
    for (double& total : totals) {
        // One factor for the device, one a class, one a kernel: their shares of the variance are the correlations.
        const double device = normal(random);
        std::array<double, workload::kKernelClasses> classes{};
        for (double& factor : classes)
            factor = normal(random);
        total = composed.seconds;
        const auto add = [&](const OperatorTime& op) {
            const double t = op.kernels_s + op.movement_s + op.power_s;
            if (!(t > 0)) return;
            const auto c = static_cast<std::size_t>(op.kernel_class);
            const double rho = std::max(correlation.within[c], correlation.across);
            const double deviate = std::sqrt(correlation.across) * device +
                                   std::sqrt(rho - correlation.across) * classes[c] +
                                   std::sqrt(1.0 - rho) * normal(random);
            total += t * std::expm1(correlation.kernels_shown * (op.error.bias + op.error.sigma * deviate));
        };
        for (const OperatorTime& op : composed.operators)
            add(op);
        for (const OperatorTime& op : composed.prefill_operators)
            add(op);
        if (composed.launch_sigma_s > 0) total += composed.launch_sigma_s * normal(random);
        total *= std::exp(correlation.runtime_bias + correlation.runtime_sigma * normal(random));
    }
    const double low = quantileOf(totals, 0.1);
    const double high = quantileOf(totals, 0.9);
    return {std::min(low, composed.seconds), std::max(high, composed.seconds)};
}

Interval sampleInterval(const ComposedTime& composed, const workload::ModelGraph& graph,
                        std::span<const hardware::Calibration> calibrations, std::uint64_t seed, std::size_t samples) {
    return sampleInterval(composed, errorCorrelation(calibrations, runtimeResidualOf(graph)), seed, samples);
}

} // namespace strata::compose
