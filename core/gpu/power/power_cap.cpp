// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power/power_cap.h"

#include <algorithm>

namespace strata::gpu {
namespace {

constexpr double kLeastClock = 0.15; ///< of the datasheet's: where boards idle, 210 of 1,410 MHz on an A100
constexpr int kHalvings = 24;

/// The kernel with the clock at `ratio` of the datasheet's, where it is at time.clock_ratio now.
KernelTime atClock(KernelTime time, double ratio) {
    const double slower = time.clock_ratio / ratio;
    const double added = (time.compute_s + time.tail_s) * (slower - 1);
    time.compute_s *= slower;
    time.tail_s *= slower;
    time.seconds += added;
    if (time.rested_s > 0) time.rested_s += added;
    time.clock_ratio = ratio;
    return time;
}

/// Below the least clock the board pauses between its accesses, so that the mean is the limit.
KernelTime paused(KernelTime time, double drawn_w, const PowerCoefficients& power) {
    const double stretch = (drawn_w - power.idle_w) / std::max(power.limit_w - power.idle_w, 1.0);
    const double added = time.seconds * (std::max(stretch, 1.0) - 1);
    time.memory_s += added;
    time.seconds += added;
    if (time.rested_s > 0) time.rested_s += added;
    return time;
}

} // namespace

KernelTime atPowerLimit(const PowerCoefficients& power, NumberType math, KernelTime time) {
    PowerCoefficients unlimited = power;
    unlimited.limit_w = 0;
    const auto drawn = [&](double ratio) { return boardPower(unlimited, math, atClock(time, ratio)); };
    if (power.limit_w > 0 && drawn(time.clock_ratio) > power.limit_w) {
        // A slower clock draws less and spreads the traffic: power falls with it.
        double low = std::min(kLeastClock, time.clock_ratio), high = time.clock_ratio;
        if (const double least_w = drawn(low); least_w > power.limit_w) {
            time = paused(atClock(time, low), least_w, power);
        } else {
            for (int i = 0; i < kHalvings; ++i) {
                const double middle = (low + high) / 2;
                (drawn(middle) > power.limit_w ? high : low) = middle;
            }
            time = atClock(time, low);
        }
        time.limit = Limit::Power;
    }
    applyPower(power, math, time);
    return time;
}

} // namespace strata::gpu
