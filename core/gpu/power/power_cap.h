// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/power/power.h"

#include <cstdint>

namespace strata::gpu {

/// How arithmetic and traffic of a kernel make its time.
enum class Overlap : std::uint8_t {
    None,   ///< compute_s, tail_s and memory_s follow each other
    Fourth, ///< o = (a^4 + m^4)^(1/4) of arithmetic a and traffic m, of which compute_s + tail_s = a^2 / o are shown
};

/// A kernel's time, power and energy on a board that holds power.limit_w (0: none): arithmetic runs at the
/// highest clock that does, at most time.clock_ratio, traffic as before; power of traffic alone beyond the limit
/// slows the traffic. More of any resource never makes a kernel slower. A governor looks for the clock of the kernel as
/// it then runs: `overlap` tells how longer arithmetic meets the traffic.
KernelTime atPowerLimit(const PowerCoefficients& power, NumberType math, KernelTime time,
                        Overlap overlap = Overlap::None);

} // namespace strata::gpu
