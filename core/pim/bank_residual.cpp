// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pim/bank_residual.h"

#include <algorithm>

namespace strata::pim {

const hardware::Calibration* bankCalibration(std::span<const hardware::Calibration> calibrations) {
    const auto found = std::ranges::find(calibrations, kBankCalibration, &hardware::Calibration::id);
    return found != calibrations.end() && !found->residuals.empty() ? &*found : nullptr;
}

const hardware::Residual* bankResidual(std::span<const hardware::Calibration> calibrations) {
    const hardware::Calibration* calibration = bankCalibration(calibrations);
    return calibration == nullptr ? nullptr : &calibration->residuals.front();
}

} // namespace strata::pim
