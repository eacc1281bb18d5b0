// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/calibrated.h"

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

} // namespace

SizedSpread sizedSpread(const Calibration* calibration, std::string_view kernel_class, const hardware::Gpu& gpu,
                        bool seen) {
    SizedSpread spread;
    if (calibration == nullptr) return spread;
    if (seen) {
        readSpread(*calibration, kernel_class, "seen", "yes", spread);
        return spread;
    }
    for (const std::string_view distance : distancesToTry(distanceOf(*calibration, gpu, false))) {
        if (readSpread(*calibration, kernel_class, "distance", distance, spread)) return spread;
    }
    readSpread(*calibration, kernel_class, "seen", "no", spread);
    return spread;
}

} // namespace strata::gpu
