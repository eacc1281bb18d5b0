// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/assess/device_spread.h"

#include "core/assess/fit.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {
namespace {

using hardware::Residual;

constexpr double kQuantile90 = 1.2815515655446004;  // of the normal distribution
constexpr double kQuartiles = 1.349;                // distance of its quartiles at sigma 1
// Weight of what the other keys say of the variance between devices, in devices.
constexpr double kPriorDegrees = 2.0;

/// Offsets of the devices, and how rows deviate from their device's.
struct Effects {
    std::vector<double> offsets;     ///< median of each device
    std::vector<double> deviations;  ///< of all rows
    double degrees = 0;              ///< of freedom of the offsets' variance
    double variance = 0;             ///< between offsets
};

Effects effectsOf(const std::vector<LogError>& errors) {
    std::map<std::size_t, std::vector<double>> devices;
    for (const LogError& error : errors) devices[error.device].push_back(error.value);
    Effects effects;
    double mean = 0;
    for (const auto& [device, values] : devices) {
        // Medians: a slow path of the library must not move a device's offset.
        const double offset = quantile(values, 0.5);
        effects.offsets.push_back(offset);
        mean += offset / static_cast<double>(devices.size());
        for (const double value : values) effects.deviations.push_back(value - offset);
    }
    effects.degrees = static_cast<double>(devices.size()) - 1.0;
    if (effects.degrees < 1.0) return effects;
    for (const double offset : effects.offsets) effects.variance += (offset - mean) * (offset - mean) / effects.degrees;
    return effects;
}

double robustSigma(const std::vector<double>& values) {
    return (quantile(values, 0.75) - quantile(values, 0.25)) / kQuartiles;
}

/// Median over the keys of the variance between devices, as a multiple of that of rows on one device; 0 where no key
/// has two devices.
double commonRatio(const std::map<ResidualKey, Effects>& all) {
    std::vector<double> ratios;
    for (const auto& [key, effects] : all) {
        const double rows = std::pow(robustSigma(effects.deviations), 2.0);
        if (effects.degrees >= 1.0 && rows > 0) ratios.push_back(effects.variance / rows);
    }
    return ratios.empty() ? 0.0 : quantile(std::move(ratios), 0.5);
}

/// Median over the keys of two or more devices: rows' deviations on a device left out against those in the fit.
double commonGrowth(const std::map<ResidualKey, Effects>& left_out, const ErrorsByKey& fitted) {
    std::vector<double> ratios;
    for (const auto& [key, effects] : left_out) {
        const auto own = fitted.find(key);
        if (effects.degrees < 1.0 || own == fitted.end()) continue;
        const double inside = robustSigma(effectsOf(own->second).deviations);
        if (inside > 0) ratios.push_back(robustSigma(effects.deviations) / inside);
    }
    return ratios.empty() ? 1.0 : std::max(quantile(std::move(ratios), 0.5), 1.0);
}

double shareBetween(double between, double within) {
    return between + within > 0 ? between / (between + within) : 0.0;
}

Residual withKey(Residual residual, const ResidualKey& key, std::string_view seen) {
    residual.key = key;
    residual.key["seen"] = std::string(seen);
    return residual;
}

Residual fitted(const std::vector<LogError>& errors) {
    std::vector<double> values;
    for (const LogError& error : errors) values.push_back(error.value);
    const Effects effects = effectsOf(errors);
    Residual residual;
    residual.p10 = quantile(values, 0.1);
    residual.p50 = quantile(values, 0.5);
    residual.p90 = quantile(values, 0.9);
    residual.sigma = robustSigma(values);
    residual.correlation = shareBetween(effects.variance, std::pow(robustSigma(effects.deviations), 2.0));
    residual.points = static_cast<std::int64_t>(errors.size());
    return residual;
}

Residual predicted(const Effects& effects, double common_ratio) {
    const auto devices = static_cast<double>(effects.offsets.size());
    const double degrees = kPriorDegrees + effects.degrees;
    const double rows = std::pow(robustSigma(effects.deviations), 2.0);
    const double between = (kPriorDegrees * common_ratio * rows + effects.degrees * effects.variance) / degrees;
    double mean = 0;
    for (const double offset : effects.offsets) mean += offset / devices;
    const double chance = between / devices;
    const double centre = mean * mean > chance ? mean * (1.0 - chance / (mean * mean)) : 0.0;
    const double reach = studentQuantile90(degrees) * std::sqrt(between * (1.0 + 1.0 / devices));

    Residual residual;
    residual.p50 = centre + quantile(effects.deviations, 0.5);
    residual.p10 = centre - std::hypot(reach, std::min(quantile(effects.deviations, 0.1), 0.0));
    residual.p90 = centre + std::hypot(reach, std::max(quantile(effects.deviations, 0.9), 0.0));
    residual.sigma = (residual.p90 - residual.p10) / (2.0 * kQuantile90);
    residual.correlation = shareBetween(between, rows);
    residual.points = static_cast<std::int64_t>(effects.deviations.size());
    return residual;
}

}  // namespace

std::vector<Residual> residualsOfFitted(const ErrorsByKey& errors) {
    std::vector<Residual> residuals;
    for (const auto& [key, values] : errors) residuals.push_back(withKey(fitted(values), key, "yes"));
    return residuals;
}

std::vector<Residual> residualsOfNewDevice(const ErrorsByKey& errors, const ErrorsByKey& fitted) {
    std::map<ResidualKey, Effects> all;
    for (const auto& [key, values] : errors) all[key] = effectsOf(values);
    const double common = commonRatio(all);
    const double growth = commonGrowth(all, fitted);
    for (auto& [key, effects] : all) {
        const auto own = fitted.find(key);
        if (effects.degrees >= 1.0 || own == fitted.end()) continue;
        effects = effectsOf(own->second);
        for (double& deviation : effects.deviations) deviation *= growth;
    }
    std::vector<Residual> residuals;
    for (const auto& [key, effects] : all) residuals.push_back(withKey(predicted(effects, common), key, "no"));
    return residuals;
}

double studentQuantile90(double degrees_of_freedom) {
    const double z = kQuantile90;
    const double n = degrees_of_freedom;
    const double z3 = z * z * z;
    const double z5 = z3 * z * z;
    return z + (z3 + z) / (4.0 * n) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n);
}

}  // namespace strata::assess
