// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/power.h"

namespace strata::gpu {

/// A kernel's time on a board whose limit was lowered to power.limit_w: arithmetic runs at the clock that
/// holds the limit, traffic as before. The time stays where the board's clock holds it already.
KernelTime atPowerLimit(const PowerCoefficients& power, NumberType math, KernelTime time);

} // namespace strata::gpu
