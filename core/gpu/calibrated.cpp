// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibrated.h"

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

bool isOwn(const hardware::CalibrationGroup* group) { return group != nullptr && group->key.count("device") > 0; }

SizedSpread sizedSpread(const Calibration* calibration, std::string_view kernel_class, bool seen) {
    SizedSpread spread;
    if (calibration == nullptr) return spread;
    for (const hardware::Residual& residual : calibration->residuals) {
        const auto is = [&](const char* key, std::string_view value) {
            const auto found = residual.key.find(key);
            return found != residual.key.end() && found->second == value;
        };
        if (!is("class", kernel_class) || !is("seen", seen ? "yes" : "no")) continue;
        const bool is_short = is("size", "short");
        (is_short ? spread.short_p10 : spread.long_p10) = static_cast<float>(residual.p10);
        (is_short ? spread.short_p90 : spread.long_p90) = static_cast<float>(residual.p90);
    }
    return spread;
}

} // namespace strata::gpu
