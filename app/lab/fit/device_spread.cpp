// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/device_spread.h"

#include "app/lab/fit/fit.h"
#include "app/lab/fit/variance_prior.h"
#include "core/base/normal.h"
#include "core/gpu/calibration/coefficient_groups.h"

#include <algorithm>
#include <cmath>

namespace strata::assess {
namespace {

using hardware::Residual;

constexpr double kQuartiles = 1.349;   // distance of its quartiles at sigma 1
constexpr double kFewestDegrees = 2.0; // that studentQuantile90() holds for

/// Offsets of the devices, and how rows deviate from their device's.
struct Effects {
    std::vector<double> offsets;    ///< median of each device
    std::vector<double> deviations; ///< of all rows
    double mean = 0;                ///< of the offsets
};

Effects effectsOf(const std::vector<LogError>& errors) {
    std::map<std::size_t, std::vector<double>> devices;
    for (const LogError& error : errors)
        devices[error.device].push_back(error.value);
    Effects effects;
    for (const auto& [device, values] : devices) {
        // Medians: a slow path of the library must not move a device's offset.
        const double offset = quantile(values, 0.5);
        effects.offsets.push_back(offset);
        effects.mean += offset / static_cast<double>(devices.size());
        for (const double value : values)
            effects.deviations.push_back(value - offset);
    }
    return effects;
}

/// Mean square of the offsets around a centre, over so many degrees of freedom.
double meanSquare(const Effects& effects, double centre, double degrees) {
    double sum = 0;
    for (const double offset : effects.offsets)
        sum += (offset - centre) * (offset - centre);
    return degrees > 0 ? sum / degrees : 0.0;
}

double robustSigma(const std::vector<double>& values) {
    return (quantile(values, 0.75) - quantile(values, 0.25)) / kQuartiles;
}

/// How offsets of each key are counted.
class Offsets {
public:
    explicit Offsets(ErrorsOf whose) : left_out_(whose == ErrorsOf::LeftOut) {}

    double degrees(const Effects& effects) const {
        return static_cast<double>(effects.offsets.size()) - (left_out_ ? 0.0 : 1.0);
    }
    double variance(const Effects& effects, double centre) const {
        return meanSquare(effects, left_out_ ? centre : effects.mean, degrees(effects));
    }
    /// Of the variance, for one more device.
    double growth(const Effects& effects) const { return left_out_ ? 1.0 : withMeanOf(effects.offsets.size()); }
    /// Variance of what a device errs by over that of its own part: the mean of those in the fit errs as well.
    static double withMeanOf(std::size_t devices) { return 1.0 + 1.0 / static_cast<double>(devices); }

private:
    bool left_out_;
};

/// Variance of the offsets that a key has before its own are known.
SampledVariance commonVariance(const std::map<ResidualKey, Effects>& all, const Offsets& count) {
    std::vector<SampledVariance> known;
    for (const auto& [key, effects] : all) {
        if (effects.offsets.size() > 1) known.push_back({count.variance(effects, 0.0), count.degrees(effects)});
    }
    return variancePrior(known, gpu::kUnknownSigma * gpu::kUnknownSigma);
}

/// Variance of rows' deviations that is a device's own, over that in the fit: median over the keys of two or more
/// devices.
double commonExcess(const std::map<ResidualKey, Effects>& left_out, const std::map<ResidualKey, Effects>& fitted) {
    std::vector<double> excesses;
    for (const auto& [key, effects] : left_out) {
        const auto own = fitted.find(key);
        const std::size_t devices = effects.offsets.size();
        if (devices < 2 || own == fitted.end()) continue;
        const double inside = robustSigma(own->second.deviations);
        if (!(inside > 0)) continue;
        const double ratio = robustSigma(effects.deviations) / inside;
        excesses.push_back((ratio * ratio - 1.0) / Offsets::withMeanOf(devices - 1));
    }
    return excesses.empty() ? 0.0 : std::max(quantile(std::move(excesses), 0.5), 0.0);
}

double shareBetween(double between, double within) { return between + within > 0 ? between / (between + within) : 0.0; }

Residual withKey(Residual residual, const ResidualKey& key, std::string_view seen) {
    residual.key = key;
    residual.key["seen"] = std::string(seen);
    return residual;
}

Residual fitted(const std::vector<LogError>& errors) {
    std::vector<double> values;
    for (const LogError& error : errors)
        values.push_back(error.value);
    const Effects effects = effectsOf(errors);
    Residual residual;
    residual.p10 = quantile(values, 0.1);
    residual.p50 = quantile(values, 0.5);
    residual.p90 = quantile(values, 0.9);
    residual.sigma = robustSigma(values);
    const double between = meanSquare(effects, effects.mean, static_cast<double>(effects.offsets.size()) - 1.0);
    residual.correlation = shareBetween(between, std::pow(robustSigma(effects.deviations), 2.0));
    residual.points = static_cast<std::int64_t>(errors.size());
    return residual;
}

/// Quantile of the deviations of a new device, which meets a fit of one device more than those left out did.
double deviationOf(const Effects& effects, const Effects* inside, double probability) {
    const double found = quantile(effects.deviations, probability);
    const std::size_t devices = effects.offsets.size();
    if (inside == nullptr || devices < 2) return found;
    const double least = std::abs(quantile(inside->deviations, probability));
    if (std::abs(found) <= least) return found;
    const double falls = Offsets::withMeanOf(devices) / Offsets::withMeanOf(devices - 1);
    return std::copysign(std::sqrt(least * least + falls * (found * found - least * least)), found);
}

/// `inside`: the same under the fit of all; nullptr: not known. `sole`: one device tells no spread.
Residual predicted(const Effects& effects, const Effects* inside, const Offsets& count, bool sole,
                   const SampledVariance& common) {
    const auto devices = static_cast<double>(effects.offsets.size());
    const double own = sole ? 0.0 : count.degrees(effects);
    const double degrees = common.degrees + own;
    const auto moderated = [&](double centre) {
        return (common.degrees * common.variance + own * (own > 0 ? count.variance(effects, centre) : 0.0)) / degrees;
    };
    const double chance = moderated(0.0) / devices;
    const double square = effects.mean * effects.mean;
    const double centre = square > chance ? effects.mean * (1.0 - chance / square) : 0.0;
    const double between = moderated(centre);
    const double reach =
        studentQuantile90(std::max(degrees, kFewestDegrees)) * std::sqrt(between * count.growth(effects));

    Residual residual;
    residual.p50 = centre + quantile(effects.deviations, 0.5);
    residual.p10 = centre - std::hypot(reach, std::min(deviationOf(effects, inside, 0.1), 0.0));
    residual.p90 = centre + std::hypot(reach, std::max(deviationOf(effects, inside, 0.9), 0.0));
    residual.sigma = (residual.p90 - residual.p10) / (2.0 * kNormal90);
    residual.correlation = shareBetween(between, std::pow(robustSigma(effects.deviations), 2.0));
    residual.points = static_cast<std::int64_t>(effects.deviations.size());
    return residual;
}

std::map<ResidualKey, Effects> effectsByKey(const ErrorsByKey& errors) {
    std::map<ResidualKey, Effects> all;
    for (const auto& [key, values] : errors)
        all[key] = effectsOf(values);
    return all;
}

} // namespace

std::vector<Residual> residualsOfFitted(const ErrorsByKey& errors) {
    std::vector<Residual> residuals;
    for (const auto& [key, values] : errors)
        residuals.push_back(withKey(fitted(values), key, "yes"));
    return residuals;
}

std::vector<Residual> residualsOfNewDevice(const ErrorsByKey& errors, const ErrorsByKey& fitted, ErrorsOf whose) {
    const Offsets count(whose);
    const std::map<ResidualKey, Effects> all = effectsByKey(errors), inside = effectsByKey(fitted);
    const SampledVariance common = commonVariance(all, count);
    // A new device meets what one device alone has told.
    const double growth = std::sqrt(1.0 + Offsets::withMeanOf(1) * commonExcess(all, inside));
    std::vector<Residual> residuals;
    std::vector<LogError> unmeasured;
    for (const auto& [key, effects] : all) {
        const auto own = inside.find(key);
        const Effects* under_all = own == inside.end() ? nullptr : &own->second;
        if (effects.offsets.size() > 1 || under_all == nullptr) {
            residuals.push_back(withKey(predicted(effects, under_all, count, false, common), key, "no"));
            continue;
        }
        for (const LogError& error : errors.at(key))
            unmeasured.push_back({residuals.size(), error.value});
        Effects sole = *under_all;
        for (double& deviation : sole.deviations)
            deviation *= growth;
        residuals.push_back(withKey(predicted(sole, nullptr, count, true, common), key, "no"));
    }
    if (unmeasured.empty()) return residuals;
    residuals.push_back(
        withKey(predicted(effectsOf(unmeasured), nullptr, count, false, common), {{"unmeasured", "yes"}}, "no"));
    return residuals;
}

double studentQuantile90(double degrees_of_freedom) {
    const double z = kNormal90;
    const double n = degrees_of_freedom;
    const double z3 = z * z * z;
    const double z5 = z3 * z * z;
    return z + (z3 + z) / (4.0 * n) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n);
}

} // namespace strata::assess
