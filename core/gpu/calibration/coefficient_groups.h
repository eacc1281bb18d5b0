// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/distance.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace strata::gpu {

/// A coefficient of a model under the name that it has in calibration files.
template <class T>
struct NamedCoefficient {
    std::string_view name;
    double T::*member;
};

/// Names and values that tell a group of a calibration from the others: {{"kernel", "moe"}}.
using GroupKey = std::initializer_list<std::pair<std::string_view, std::string_view>>;

/// The calibration of this id; nullptr where there is none.
const hardware::Calibration* calibrationOf(std::span<const hardware::Calibration> calibrations, std::string_view id);

/// The group whose key has exactly these pairs; nullptr where there is none.
const hardware::CalibrationGroup* groupOf(const hardware::Calibration& calibration, GroupKey key);

/// The device whose groups hold for this one: itself where it was measured, else a measured device of its architecture,
/// as groups with keys {"device", "architecture"} tell; itself where there is neither.
std::string_view measuredDevice(const hardware::Calibration& calibration, const hardware::Gpu& gpu);

/// Sets the coefficients that the group names.
template <class T>
void assign(T& target, std::span<const NamedCoefficient<T>> names, const hardware::CalibrationGroup& group) {
    for (const auto& [name, member] : names) {
        const auto found = group.values.find(name);
        if (found != group.values.end()) target.*member = found->second;
    }
}

/// Multiplies the coefficients that the group names: a device's own factors on what all devices share.
template <class T>
void scale(T& target, std::span<const NamedCoefficient<T>> names, const hardware::CalibrationGroup& group) {
    for (const auto& [name, member] : names) {
        const auto found = group.values.find(name);
        if (found != group.values.end()) target.*member *= found->second;
    }
}

/// ln(measured / predicted): 80 % of the kernels of one class lie between the two.
struct ResidualBand {
    float p10 = 0, p90 = 0;
};

/// Spread of ln(measured / predicted) of kernels whose like nobody measured anywhere.
inline constexpr double kUnknownSigma = 0.25;

/// That of a class at the device's distance from those measured; of its kernels for these types where there are any.
/// Where nobody was left out at that distance, that of the next farther one tells, then of the next nearer one, and of
/// calibrations without distances that of devices left out. A class that was left out nowhere is as uncertain as those
/// were that a fit did not know ("unmeasured"), else as the most uncertain one that was; without any, kUnknownSigma.
/// `seen`: the kernels were measured on this device.
ResidualBand bandOf(const hardware::Calibration* calibration, std::string_view kernel_class, const hardware::Gpu& gpu,
                    bool seen, std::string_view types = {});

/// Values of the key "distance" (with "same" told as "seen": "yes") in the order in which residuals are looked up.
std::vector<std::string_view> distancesToTry(Distance distance);

} // namespace strata::gpu
