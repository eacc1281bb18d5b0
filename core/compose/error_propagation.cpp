// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/error_propagation.h"

#include "core/base/normal.h"
#include "core/compose/compose.h"
#include "core/gpu/calibration/coefficient_groups.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <cmath>

namespace strata::compose {
namespace {

constexpr double kUnknownCorrelation = 0.5;

/// The residual of a class: of devices left out of the fit where there is one.
const hardware::Residual* residualOf(std::span<const hardware::Calibration> calibrations,
                                     std::string_view kernel_class) {
    const hardware::Residual* best = nullptr;
    for (const hardware::Calibration& calibration : calibrations) {
        for (const hardware::Residual& residual : calibration.residuals) {
            const auto of = residual.key.find("class");
            if (of == residual.key.end() || of->second != kernel_class) continue;
            const auto seen = residual.key.find("seen");
            const bool left_out = seen != residual.key.end() && seen->second == "no";
            if (best == nullptr || left_out) best = &residual;
            if (left_out) return best;
        }
    }
    return best;
}

bool has(const std::map<std::string, std::string, std::less<>>& key, std::string_view name, std::string_view value) {
    const auto found = key.find(name);
    return found != key.end() && found->second == value;
}

/// Residuals at a distance end at their tenths, which lie unevenly around the median.
double centreOf(const hardware::Residual& residual) {
    return residual.key.contains("distance") ? (residual.p10 + residual.p90) / 2.0 : residual.p50;
}

void takeRuntime(const hardware::Residual* residual, ErrorCorrelation& correlation) {
    if (residual == nullptr) return;
    correlation.runtime_sigma = residual->sigma;
    correlation.runtime_bias = centreOf(*residual);
}

} // namespace

std::string runtimeName(const hardware::Gpu& gpu) { return gpu.engine + ' ' + (gpu.runtime ? gpu.runtime->from : ""); }

gpu::Distance runtimeDistance(const hardware::Calibration& calibration, const hardware::Gpu& gpu) {
    const std::string runs = runtimeName(gpu);
    const bool seen = std::ranges::any_of(calibration.groups, [&](const hardware::CalibrationGroup& group) {
        return has(group.key, "device", gpu.id) && has(group.key, "runs", runs);
    });
    const gpu::Distance distance = gpu::distanceOf(calibration, gpu, seen);
    const bool names_engines = std::ranges::any_of(
        calibration.groups, [](const hardware::CalibrationGroup& group) { return group.key.contains("runs"); });
    const bool known = !names_engines || calibration.find({{"engine", gpu.engine}}) != nullptr;
    return known ? distance : std::max(distance, gpu::Distance::Generation);
}

const hardware::Residual* runtimeResidual(std::span<const hardware::Calibration> calibrations, std::string_view of,
                                          const hardware::Gpu& gpu) {
    for (const hardware::Calibration& calibration : calibrations) {
        std::array<const hardware::Residual*, gpu::kDistances.size()> at{};
        bool any = false;
        for (const hardware::Residual& residual : calibration.residuals) {
            if (!has(residual.key, "class", of)) continue;
            for (const gpu::Distance distance : gpu::kDistances) {
                if (!has(residual.key, "distance", gpu::name(distance))) continue;
                at[static_cast<std::size_t>(distance)] = &residual;
                any = true;
            }
        }
        if (!any) continue;
        const auto own = static_cast<std::size_t>(runtimeDistance(calibration, gpu));
        for (std::size_t farther = own; farther < at.size(); ++farther)
            if (at[farther] != nullptr) return at[farther];
        for (std::size_t nearer = own; nearer-- > 0;)
            if (at[nearer] != nullptr) return at[nearer];
    }
    return residualOf(calibrations, of);
}

KernelError kernelError(const gpu::KernelTime& kernel) {
    if (kernel.log_p90 <= kernel.log_p10) return {gpu::kUnknownSigma, 0.0};
    return {(kernel.log_p90 - kernel.log_p10) / (2.0 * kNormal90), (kernel.log_p90 + kernel.log_p10) / 2.0};
}

ErrorCorrelation errorCorrelation(std::span<const hardware::Calibration> calibrations, std::string_view workload) {
    ErrorCorrelation correlation;
    for (std::size_t c = 0; c < workload::kKernelClasses; ++c) {
        const auto* residual = residualOf(calibrations, workload::name(static_cast<workload::KernelClass>(c)));
        correlation.within[c] = residual != nullptr ? std::clamp(residual->correlation, 0.0, 1.0) : kUnknownCorrelation;
    }
    for (const hardware::Calibration& calibration : calibrations) {
        const auto across = calibration.values.find("across_classes");
        if (across != calibration.values.end()) correlation.across = std::clamp(across->second, 0.0, 1.0);
    }
    for (const hardware::Calibration& calibration : calibrations) {
        const auto shown = calibration.values.find("kernels_shown");
        if (shown == calibration.values.end() || residualOf({&calibration, 1}, workload) == nullptr) continue;
        correlation.kernels_shown = std::clamp(shown->second, 0.0, 1.0);
    }
    takeRuntime(residualOf(calibrations, workload), correlation);
    return correlation;
}

ErrorCorrelation errorCorrelation(std::span<const hardware::Calibration> calibrations, std::string_view workload,
                                  const hardware::Gpu& gpu) {
    ErrorCorrelation correlation = errorCorrelation(calibrations, workload);
    takeRuntime(runtimeResidual(calibrations, workload, gpu), correlation);
    if (const auto* gap = workload == "model" ? runtimeResidual(calibrations, "gap", gpu) : nullptr) {
        correlation.gap_sigma = gap->sigma;
        correlation.gap_bias = centreOf(*gap);
    }
    return correlation;
}

Interval gapInterval(const ComposedTime& composed, double kernels_shown) {
    const double gap = composed.gamma();
    if (!(composed.kernels_s > 0) || !(composed.seconds > 0)) return {gap, gap};
    const double ratio = composed.seconds / composed.kernels_s;
    const ErrorShare& error = composed.error;
    const double shown = error.sigma * std::sqrt(error.independent + error.correlated); // of the kernels, by the pass
    const double alone = kernels_shown > 0 ? shown * (1.0 / kernels_shown - 1.0) : 0.0;
    const bool measured = error.gap_sigma > 0 || error.gap_bias != 0;
    const double launch = composed.launch_sigma_s / composed.seconds;
    const double sigma =
        measured ? std::hypot(error.gap_sigma, launch) : std::hypot(error.runtime_sigma, launch, alone);
    const double centre = std::log(ratio) + (measured ? error.gap_bias : error.runtime_bias);
    return {std::min(gap, std::expm1(centre - kNormal90 * sigma)),
            std::max(gap, std::expm1(centre + kNormal90 * sigma))};
}

namespace {

/// Sums over all kernels of a model, in seconds and in their squares.
struct KernelSpread {
    double independent = 0;  ///< variance that kernels have each by itself
    double correlated = 0;   ///< variance that they have together
    double alike = 0;        ///< sum of t sigma
    double every_kernel = 0; ///< sum of (t sigma)^2, each copy by itself
    double mean_s = 0;       ///< of the log-normal sum, with what lies between the kernels
    double bias_s = 0;
};

KernelSpread kernelSpread(const ComposedTime& composed, const ErrorCorrelation& correlation) {
    std::array<double, workload::kKernelClasses> alike{}; // sum of t sigma of a class
    std::array<double, workload::kKernelClasses> apart{}; // sum of (t sigma)^2
    KernelSpread sum;
    sum.mean_s = composed.seconds;
    const auto add = [&](const OperatorTime& op) {
        const double t = op.kernels_s + op.movement_s + op.power_s;
        if (!(t > 0)) return;
        const auto c = static_cast<std::size_t>(op.kernel_class);
        // A tail of odd sizes that passes do not show widens and shifts a kernel's interval alike.
        const double sigma = correlation.kernels_shown * op.error.sigma;
        const double bias = correlation.kernels_shown * op.error.bias;
        const double spread = t * sigma;
        const double copies = op.kernel.seconds > 0 ? std::max(t / op.kernel.seconds, 1.0) : 1.0;
        alike[c] += spread;
        apart[c] += spread * spread;
        sum.every_kernel += spread * spread / copies;
        sum.bias_s += t * std::expm1(bias);
        sum.mean_s += t * std::expm1(bias + sigma * sigma / 2.0);
    };
    for (const OperatorTime& op : composed.operators)
        add(op);
    for (const OperatorTime& op : composed.prefill_operators)
        add(op);
    double squares = 0;
    for (std::size_t c = 0; c < alike.size(); ++c) {
        const double rho = std::max(correlation.within[c], correlation.across);
        sum.independent += (1.0 - rho) * apart[c];
        sum.correlated += rho * alike[c] * alike[c];
        sum.alike += alike[c];
        squares += alike[c] * alike[c];
    }
    sum.correlated += correlation.across * (sum.alike * sum.alike - squares);
    return sum;
}

} // namespace

void propagateErrors(ComposedTime& composed, const ErrorCorrelation& correlation) {
    ErrorShare& error = composed.error;
    error = {};
    composed.interval = {composed.seconds, composed.seconds};
    if (!(composed.seconds > 0)) return;

    const KernelSpread sum = kernelSpread(composed, correlation);
    const double seconds = composed.seconds;
    const double runtime = std::pow(correlation.runtime_sigma, 2) + std::pow(composed.launch_sigma_s / seconds, 2);
    const double kernels = (sum.independent + sum.correlated) / (seconds * seconds);
    const double variance = kernels + runtime;
    error.runtime_sigma = correlation.runtime_sigma;
    error.runtime_bias = correlation.runtime_bias;
    error.gap_sigma = correlation.gap_sigma;
    error.gap_bias = correlation.gap_bias;
    error.bias = std::log1p(sum.bias_s / seconds) + correlation.runtime_bias;
    error.sigma_independent = std::sqrt(sum.every_kernel) / seconds;
    error.sigma_correlated = sum.alike / seconds;
    error.sigma = std::sqrt(variance);
    if (variance > 0) {
        error.independent = sum.independent / (seconds * seconds) / variance;
        error.correlated = sum.correlated / (seconds * seconds) / variance;
        error.runtime = runtime / variance;
    }
    // Fenton, "The sum of log-normal probability distributions in scatter transmission systems", 1960: the sum is taken
    // as log-normal with its own mean and variance.
    const double log_variance = std::log1p((sum.independent + sum.correlated) / (sum.mean_s * sum.mean_s));
    error.kernels_bias = std::log(sum.mean_s / seconds) - log_variance / 2.0;
    const double centre = std::log(seconds) + error.kernels_bias + correlation.runtime_bias;
    const double reach = kNormal90 * std::sqrt(log_variance + runtime);
    composed.interval = {std::min(std::exp(centre - reach), seconds), std::max(std::exp(centre + reach), seconds)};
}

} // namespace strata::compose
