// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/gpu.h"

namespace strata::compose {

/// Board power for each FLOP/s of the scalar lanes, over the process's feature size: low where the arithmetic could draw
/// far more than the board may (T4 0.7, L4 0.5), about 1.5 and above where the clock is seldom cut (V100, A100). W s / (TFLOP nm).
double powerHeadroom(const hardware::Gpu& gpu);

/// Clock over a pass of `seconds` relative to that of kernels timed alone in a long campaign: above 1 while the pass is shorter
/// than `settle_s`, in which board and die settle, and below 1 for longer ones; (settle_s / seconds)^(sag / headroom).
double sustainedClock(const hardware::Gpu& gpu, double sag, double settle_s, double seconds);

}  // namespace strata::compose
