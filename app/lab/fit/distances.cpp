// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/lab/fit/distances.h"

#include <algorithm>
#include <set>

namespace strata::assess {
namespace {

using gpu::Distance;

/// Each device once, however many engines it was measured under.
std::vector<const hardware::Gpu*> presentOf(const std::vector<hardware::Gpu>& devices, const Without& without) {
    std::vector<const hardware::Gpu*> present;
    std::set<std::string> ids;
    for (const hardware::Gpu& gpu : devices) {
        if (!without.has(gpu.id) && ids.insert(gpu.id).second) present.push_back(&gpu);
    }
    return present;
}

/// Devices that share a fact, in the order of the fact.
std::vector<LeftOutGroup> groupedBy(const std::vector<const hardware::Gpu*>& present,
                                    std::string hardware::Gpu::*fact) {
    std::map<std::string, LeftOutGroup> groups;
    for (const hardware::Gpu* gpu : present)
        groups[gpu->*fact].devices.push_back(gpu->id);
    std::vector<LeftOutGroup> list;
    for (auto& [name, group] : groups)
        list.push_back(std::move(group));
    return list;
}

/// What is nearest to the group's devices among those that stay.
std::optional<Distance> nearestLeft(const LeftOutGroup& group, const std::vector<const hardware::Gpu*>& present) {
    const auto first =
        std::find_if(present.begin(), present.end(), [&](const auto* gpu) { return group.has(gpu->id); });
    std::optional<Distance> nearest;
    for (const hardware::Gpu* gpu : present) {
        if (group.has(gpu->id)) continue;
        const Distance distance = gpu->architecture == (*first)->architecture ? Distance::Sibling
                                  : gpu->vendor == (*first)->vendor           ? Distance::Generation
                                                                              : Distance::Vendor;
        nearest = std::min(nearest.value_or(distance), distance);
    }
    return nearest;
}

} // namespace

bool LeftOutGroup::has(const std::string& device) const {
    return std::find(devices.begin(), devices.end(), device) != devices.end();
}

std::vector<LeftOutGroup> leftOutGroups(const std::vector<hardware::Gpu>& devices, const Without& without) {
    const auto present = presentOf(devices, without);
    std::vector<LeftOutGroup> groups;
    const auto add = [&](std::vector<LeftOutGroup> more) {
        for (LeftOutGroup& group : more) {
            const auto same = [&](const LeftOutGroup& out_group) { return out_group.devices == group.devices; };
            if (std::any_of(groups.begin(), groups.end(), same)) continue;
            if (const auto shows = nearestLeft(group, present)) group.shows = shows;
            groups.push_back(std::move(group));
        }
    };
    add(groupedBy(present, &hardware::Gpu::id));
    add(groupedBy(present, &hardware::Gpu::architecture));
    add(groupedBy(present, &hardware::Gpu::vendor));
    return groups;
}

std::vector<hardware::Residual> residualsByDistance(const ErrorsByDistance& errors, const ErrorsByKey& fitted,
                                                    ErrorsOf whose) {
    std::vector<hardware::Residual> residuals;
    for (const auto& [distance, by_key] : errors) {
        for (hardware::Residual& residual : residualsOfNewDevice(by_key, fitted, whose)) {
            if (residual.key.contains("unmeasured")) continue; // of all distances together
            residual.key.erase("seen");
            residual.key.emplace("distance", gpu::name(distance));
            residuals.push_back(std::move(residual));
        }
    }
    return residuals;
}

void appendMeasuredDevices(const std::vector<hardware::Gpu>& devices, const Without& without,
                           hardware::Calibration& calibration) {
    for (const hardware::Gpu* gpu : presentOf(devices, without)) {
        calibration.groups.push_back(
            {{{"device", gpu->id}, {"architecture", gpu->architecture}, {"vendor", gpu->vendor}}, {}, 0});
    }
}

} // namespace strata::assess
