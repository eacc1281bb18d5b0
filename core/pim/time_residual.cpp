// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/time_residual.h"

#include <algorithm>

namespace strata::pim {

const hardware::Calibration* timeCalibration(std::span<const hardware::Calibration> calibrations, std::string_view id) {
    const auto known = std::ranges::find(calibrations, id, &hardware::Calibration::id);
    return known != calibrations.end() && !known->residuals.empty() ? &*known : nullptr;
}

const hardware::Residual* timeResidual(std::span<const hardware::Calibration> calibrations, std::string_view id) {
    const hardware::Calibration* calibration = timeCalibration(calibrations, id);
    return calibration == nullptr ? nullptr : &calibration->residuals.front();
}

} // namespace strata::pim
