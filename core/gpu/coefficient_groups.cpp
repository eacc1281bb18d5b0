// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/coefficient_groups.h"

#include "core/base/normal.h"

#include <algorithm>

namespace strata::gpu {
namespace {

template <class Map>
bool hasExactly(const Map& map, GroupKey key) {
    return map.size() == key.size() && std::all_of(key.begin(), key.end(), [&map](const auto& pair) {
               const auto found = map.find(pair.first);
               return found != map.end() && found->second == pair.second;
           });
}

} // namespace

const hardware::Calibration* calibrationOf(std::span<const hardware::Calibration> calibrations, std::string_view id) {
    const auto found =
        std::find_if(calibrations.begin(), calibrations.end(), [id](const auto& one) { return one.id == id; });
    return found == calibrations.end() ? nullptr : &*found;
}

const hardware::CalibrationGroup* groupOf(const hardware::Calibration& calibration, GroupKey key) {
    const auto found = std::find_if(calibration.groups.begin(), calibration.groups.end(),
                                    [key](const auto& group) { return hasExactly(group.key, key); });
    return found == calibration.groups.end() ? nullptr : &*found;
}

std::string_view measuredDevice(const hardware::Calibration& calibration, const hardware::Gpu& gpu) {
    std::string_view sister = gpu.id;
    for (const hardware::CalibrationGroup& group : calibration.groups) {
        const auto device = group.key.find("device");
        if (device == group.key.end()) continue;
        if (device->second == gpu.id) return gpu.id;
        const auto architecture = group.key.find("architecture");
        const bool alike = architecture != group.key.end() && architecture->second == gpu.architecture;
        if (alike && sister == gpu.id) sister = device->second;
    }
    return sister;
}

ResidualBand bandOf(const hardware::Calibration* calibration, std::string_view kernel_class, bool seen,
                    std::string_view types) {
    constexpr float kReach = static_cast<float>(kNormal90 * kUnknownSigma);
    constexpr ResidualBand kUnknown{-kReach, kReach};
    if (calibration == nullptr) return kUnknown;
    ResidualBand widest, unmeasured;
    for (const hardware::Residual& residual : calibration->residuals) {
        const ResidualBand band{static_cast<float>(residual.p10), static_cast<float>(residual.p90)};
        const std::string_view known = seen ? "yes" : "no";
        const bool own = types.empty()
                             ? hasExactly(residual.key, {{"class", kernel_class}, {"seen", known}})
                             : hasExactly(residual.key, {{"class", kernel_class}, {"types", types}, {"seen", known}});
        if (own) return band;
        if (hasExactly(residual.key, {{"unmeasured", "yes"}, {"seen", known}})) unmeasured = band;
        const auto left_out = residual.key.find("seen");
        if (left_out == residual.key.end() || left_out->second != "no") continue;
        widest = {std::min(widest.p10, band.p10), std::max(widest.p90, band.p90)};
    }
    if (unmeasured.p10 < unmeasured.p90) return unmeasured;
    return widest.p10 < widest.p90 ? widest : kUnknown;
}

} // namespace strata::gpu
