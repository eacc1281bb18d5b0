// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"

#include <span>

namespace strata::compose {

/// Clock of a run of seconds over the clock of a kernel timed alone, at most 1. A short kernel runs before the power
/// controller reacts and on a cool die; a model holds the board at its limit.
double sustainedClock(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

}  // namespace strata::compose
