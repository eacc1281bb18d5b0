// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/coefficient_groups.h"

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

std::vector<std::string_view> distancesToTry(Distance distance) {
    std::vector<std::string_view> names;
    const auto own = static_cast<std::size_t>(distance);
    for (std::size_t farther = own; farther < kDistances.size(); ++farther)
        names.push_back(name(kDistances[farther]));
    for (std::size_t nearer = own; nearer-- > 1;)
        names.push_back(name(kDistances[nearer]));
    return names;
}

namespace {

/// The residual of exactly these pairs; nullptr where there is none.
const hardware::Residual* residualOf(const hardware::Calibration& calibration, GroupKey key) {
    const auto found = std::find_if(calibration.residuals.begin(), calibration.residuals.end(),
                                    [key](const auto& residual) { return hasExactly(residual.key, key); });
    return found == calibration.residuals.end() ? nullptr : &*found;
}

/// That of a class under one word of its key.
const hardware::Residual* residualOf(const hardware::Calibration& calibration, std::string_view kernel_class,
                                     std::string_view types, std::string_view key, std::string_view value) {
    if (types.empty()) return residualOf(calibration, {{"class", kernel_class}, {key, value}});
    return residualOf(calibration, {{"class", kernel_class}, {"types", types}, {key, value}});
}

ResidualBand bandFrom(const hardware::Residual& residual) {
    return {static_cast<float>(residual.p10), static_cast<float>(residual.p90)};
}

/// Of a class that nobody left out.
ResidualBand unmeasuredBand(const hardware::Calibration& calibration) {
    if (const auto* unmeasured = residualOf(calibration, {{"unmeasured", "yes"}, {"seen", "no"}}))
        return bandFrom(*unmeasured);
    ResidualBand widest;
    for (const hardware::Residual& residual : calibration.residuals) {
        const auto seen = residual.key.find("seen");
        if (seen == residual.key.end() || seen->second != "no") continue;
        const ResidualBand band = bandFrom(residual);
        widest = {std::min(widest.p10, band.p10), std::max(widest.p90, band.p90)};
    }
    return widest;
}

} // namespace

ResidualBand bandOf(const hardware::Calibration* calibration, std::string_view kernel_class, const hardware::Gpu& gpu,
                    bool seen, std::string_view types) {
    constexpr float kReach = static_cast<float>(kNormal90 * kUnknownSigma);
    constexpr ResidualBand kUnknown{-kReach, kReach};
    if (calibration == nullptr) return kUnknown;
    if (seen) {
        const auto* own = residualOf(*calibration, kernel_class, types, "seen", "yes");
        if (own != nullptr) return bandFrom(*own);
    } else {
        for (const std::string_view distance : distancesToTry(distanceOf(*calibration, gpu, false))) {
            const auto* own = residualOf(*calibration, kernel_class, types, "distance", distance);
            if (own != nullptr) return bandFrom(*own);
        }
        if (const auto* own = residualOf(*calibration, kernel_class, types, "seen", "no")) return bandFrom(*own);
    }
    const ResidualBand unmeasured = unmeasuredBand(*calibration);
    return unmeasured.p10 < unmeasured.p90 ? unmeasured : kUnknown;
}

} // namespace strata::gpu
