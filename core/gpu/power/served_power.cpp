// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power/served_power.h"

#include "core/gpu/power/power.h"

namespace strata::gpu {

ResidualBand servedPowerBand(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations) {
    const hardware::Calibration* calibration = calibrationOf(calibrations, kServedPowerCalibration);
    if (calibration == nullptr) return powerBand(gpu, calibrations);
    return bandOf(calibration, kServedPower, gpu, false);
}

} // namespace strata::gpu
