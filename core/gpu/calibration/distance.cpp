// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/calibration/distance.h"

#include <algorithm>

namespace strata::gpu {

std::string_view name(Distance distance) {
    constexpr std::array<std::string_view, 5> kNames{"same", "engine", "sibling", "generation", "vendor"};
    return kNames[static_cast<std::size_t>(distance)];
}

Distance distanceOf(const hardware::Calibration& calibration, const hardware::Gpu& gpu, bool seen) {
    if (seen) return Distance::Same;
    bool knows_vendors = false;
    Distance nearest = Distance::Vendor;
    for (const hardware::CalibrationGroup& group : calibration.groups) {
        const auto is = [&group](const char* key, std::string_view value) {
            const auto found = group.key.find(key);
            return found != group.key.end() && found->second == value;
        };
        if (!group.key.contains("device")) continue;
        knows_vendors |= group.key.contains("vendor");
        if (is("device", gpu.id)) return Distance::Engine;
        if (is("architecture", gpu.architecture)) nearest = std::min(nearest, Distance::Sibling);
        if (is("vendor", gpu.vendor)) nearest = std::min(nearest, Distance::Generation);
    }
    return knows_vendors ? nearest : std::min(nearest, Distance::Generation);
}

bool sameNames(const hardware::Gpu& a, const hardware::Gpu& b) {
    return a.id == b.id && a.architecture == b.architecture && a.vendor == b.vendor;
}

} // namespace strata::gpu
