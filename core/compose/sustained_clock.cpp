// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/sustained_clock.h"

#include <algorithm>
#include <cmath>

namespace strata::compose {
namespace {

constexpr double kUnknownHeadroom = 1.5;

// Passes far shorter or longer than any that was measured run no faster or slower than the extremes.
constexpr double kLeastClock = 0.8;
constexpr double kMostClock = 1.15;

}  // namespace

double powerHeadroom(const hardware::Gpu& gpu) {
    const double teraflops = gpu.vectorPeak(NumberType::Fp32) / 1e12;
    if (gpu.board_power_w <= 0 || teraflops <= 0 || gpu.process_nm <= 0) return kUnknownHeadroom;
    return gpu.board_power_w / teraflops / gpu.process_nm;
}

double sustainedClock(const hardware::Gpu& gpu, double sag, double settle_s, double seconds) {
    if (sag <= 0 || settle_s <= 0 || seconds <= 0) return 1.0;
    return std::clamp(std::pow(settle_s / seconds, sag / powerHeadroom(gpu)), kLeastClock, kMostClock);
}

}  // namespace strata::compose
