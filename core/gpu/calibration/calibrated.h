// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/calibration/coefficient_groups.h"
#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <string_view>

namespace strata::gpu {

/// The coefficient of this name; `otherwise` where there is none.
double valueOr(const hardware::Coefficients& values, std::string_view name, double otherwise);

/// The device's own group {"device": id}, else that of its architecture {"architecture": name}; nullptr where neither
/// is.
const hardware::CalibrationGroup* groupOf(const hardware::Gpu& gpu, const hardware::Calibration* calibration);

/// A host's floor of calls of a library on a device that nobody timed: the mean of its vendor, whose library it is, in
/// group {"vendor": name}; that of all devices where there is none.
double vendorFloor(const hardware::Gpu& gpu, const hardware::Calibration* calibration, std::string_view name,
                   double otherwise);

/// Is the group one of a device itself, not of its architecture?
bool isOwn(const hardware::CalibrationGroup* group);

/// 80 % of ln(measured / predicted) of an operator class, of kernels that are short or long when timed alone, at the
/// device's distance from those measured (see bandOf()).
struct SizedSpread {
    float short_p10 = 0, short_p90 = 0, long_p10 = 0, long_p90 = 0;
    bool measured = true; ///< kernels of the class were timed; else they are as uncertain as bandOf() has it

    /// Of a kernel that takes so long alone. Around kShort_s the ends go from those of short kernels to those of long
    /// ones, so that no slider makes them jump.
    ResidualBand at(double alone_s) const;
};
SizedSpread sizedSpread(const hardware::Calibration* calibration, std::string_view kernel_class,
                        const hardware::Gpu& gpu, bool seen);

} // namespace strata::gpu
