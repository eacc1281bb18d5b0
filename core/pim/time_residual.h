// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"

#include <span>
#include <string_view>

namespace strata::pim {

/// Calibrations of memories that compute: they hold no coefficient, only how far times lie from the closed forms.
inline constexpr std::string_view kBankCalibration = "pim-banks";           ///< of units in the banks
inline constexpr std::string_view kProcessorCalibration = "pim-processors"; ///< of modules with processors

/// The calibration of that id with its residual; nullptr where none tells.
const hardware::Calibration* timeCalibration(std::span<const hardware::Calibration> calibrations, std::string_view id);

/// Quantiles of ln(measured / predicted) of its times; nullptr where no calibration tells.
const hardware::Residual* timeResidual(std::span<const hardware::Calibration> calibrations, std::string_view id);

} // namespace strata::pim
