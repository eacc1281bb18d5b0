// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/calibration_use.h"

#include "core/hardware/calibration/calibration.h"

namespace strata {

CalibrationUse useOf(const hardware::Calibration& calibration) {
    return {calibration.id, calibration.data, calibration.points, calibration.residual_p50, calibration.residual_p90};
}

} // namespace strata
