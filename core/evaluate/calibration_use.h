// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

namespace strata {

namespace hardware {
struct Calibration;
}

/// What an estimate says of a calibration that took part.
CalibrationUse useOf(const hardware::Calibration& calibration);

} // namespace strata
