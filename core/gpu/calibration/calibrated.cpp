// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/calibrated.h"

#include "core/gpu/products/tiling.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {

using hardware::Calibration;

double valueOr(const hardware::Coefficients& values, std::string_view name, double otherwise) {
    const auto found = values.find(name);
    return found == values.end() ? otherwise : found->second;
}

const hardware::CalibrationGroup* groupOf(const hardware::Gpu& gpu, const Calibration* calibration) {
    if (calibration == nullptr) return nullptr;
    const auto* own = calibration->find({{"device", gpu.id}});
    return own != nullptr ? own : calibration->find({{"architecture", gpu.architecture}});
}

double vendorFloor(const hardware::Gpu& gpu, const Calibration* calibration, std::string_view name, double otherwise) {
    if (calibration == nullptr) return otherwise;
    const double all = valueOr(calibration->values, name, otherwise);
    const auto* group = calibration->find({{"vendor", gpu.vendor}});
    return group == nullptr ? all : valueOr(group->values, name, all);
}

bool isOwn(const hardware::CalibrationGroup* group) { return group != nullptr && group->key.count("device") > 0; }

namespace {

/// Residuals of the class under this word; whether there are any.
bool readSpread(const Calibration& calibration, std::string_view kernel_class, std::string_view key,
                std::string_view value, SizedSpread& spread) {
    bool any = false;
    for (const hardware::Residual& residual : calibration.residuals) {
        const auto is = [&](std::string_view name, std::string_view word) {
            const auto found = residual.key.find(name);
            return found != residual.key.end() && found->second == word;
        };
        if (!is("class", kernel_class) || !is(key, value)) continue;
        const bool is_short = is("size", "short");
        (is_short ? spread.short_p10 : spread.long_p10) = static_cast<float>(residual.p10);
        (is_short ? spread.short_p90 : spread.long_p90) = static_cast<float>(residual.p90);
        any = true;
    }
    return any;
}

SizedSpread measuredSpread(const Calibration& calibration, std::string_view kernel_class, const hardware::Gpu& gpu,
                           bool seen) {
    SizedSpread spread;
    if (seen) {
        spread.measured = readSpread(calibration, kernel_class, "seen", "yes", spread);
        return spread;
    }
    for (const std::string_view distance : distancesToTry(distanceOf(calibration, gpu, false))) {
        if (readSpread(calibration, kernel_class, "distance", distance, spread)) return spread;
    }
    spread.measured = readSpread(calibration, kernel_class, "seen", "no", spread);
    return spread;
}

} // namespace

ResidualBand SizedSpread::at(double alone_s) const {
    constexpr double kReach = 1.25; // of kShort_s, to either side
    const double place = std::log(std::max(alone_s, 1e-12) / kShort_s) / std::log(kReach);
    const auto share = static_cast<float>(std::clamp((1.0 + place) / 2.0, 0.0, 1.0)); // of a long kernel
    return {short_p10 + share * (long_p10 - short_p10), short_p90 + share * (long_p90 - short_p90)};
}

SizedSpread sizedSpread(const Calibration* calibration, std::string_view kernel_class, const hardware::Gpu& gpu,
                        bool seen) {
    if (calibration == nullptr) return {};
    SizedSpread spread = measuredSpread(*calibration, kernel_class, gpu, seen);
    if (spread.measured) return spread;
    const ResidualBand unknown = bandOf(calibration, kernel_class, gpu, seen);
    return {unknown.p10, unknown.p90, unknown.p10, unknown.p90, false};
}

} // namespace strata::gpu
