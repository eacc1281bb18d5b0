// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/power/power.h"

namespace strata::gpu {

/// A kernel's time, power and energy on a board that holds power.limit_w (0: none): arithmetic runs at the
/// highest clock that does, at most time.clock_ratio, traffic as before; power of traffic alone beyond the limit
/// slows the traffic. More of any resource never makes a kernel slower.
KernelTime atPowerLimit(const PowerCoefficients& power, NumberType math, KernelTime time);

} // namespace strata::gpu
