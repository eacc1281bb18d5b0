// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"

#include <span>
#include <string_view>

namespace strata::pim {

/// Calibration of units in the banks of a memory: it holds no coefficient, only how far times lie from the closed form.
inline constexpr std::string_view kBankCalibration = "pim-banks";

/// The calibration with the residual of bankTime(); nullptr where no calibration tells.
const hardware::Calibration* bankCalibration(std::span<const hardware::Calibration> calibrations);

/// Quantiles of ln(measured / predicted) of bankTime(); nullptr where no calibration tells.
const hardware::Residual* bankResidual(std::span<const hardware::Calibration> calibrations);

} // namespace strata::pim
