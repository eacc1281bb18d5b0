// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/power/power_cap.h"

#include <algorithm>
#include <cmath>

namespace strata::gpu {
namespace {

constexpr int kHalvings = 24;

double square(double value) { return value * value; }

/// What arithmetic that takes `slower` times as long shows of itself, over what it shows now, and what is left of
/// memory_s beside it.
struct Shown {
    double ratio = 1, memory_s = 0;
};
Shown shownAt(const KernelTime& time, double slower, Overlap overlap) {
    const double shown_s = time.compute_s + time.tail_s;
    if (overlap == Overlap::None || shown_s <= 0.0) return {slower, time.memory_s};
    const double both_s = shown_s + time.memory_s;
    const double arithmetic2 = shown_s * both_s; // squares and fourth powers of seconds
    const double traffic4 = std::max(square(square(both_s)) - square(arithmetic2), 0.0);
    const double slowed2 = arithmetic2 * square(slower);
    const double slowed_both_s = std::sqrt(std::sqrt(square(slowed2) + traffic4));
    const double slowed_s = slowed2 / slowed_both_s;
    return {slowed_s / shown_s, slowed_both_s - slowed_s};
}

/// The kernel with the clock at `ratio` of the datasheet's, where it is at time.clock_ratio now.
KernelTime atClock(KernelTime time, double ratio, Overlap overlap) {
    const Shown shown = shownAt(time, time.clock_ratio / ratio, overlap);
    const double added = (time.compute_s + time.tail_s) * (shown.ratio - 1) + shown.memory_s - time.memory_s;
    time.compute_s *= shown.ratio;
    time.tail_s *= shown.ratio;
    time.memory_s = shown.memory_s;
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

KernelTime atPowerLimit(const PowerCoefficients& power, NumberType math, KernelTime time, Overlap overlap) {
    PowerCoefficients unlimited = power;
    unlimited.limit_w = 0;
    const auto drawn = [&](double ratio) { return boardPower(unlimited, math, atClock(time, ratio, overlap)); };
    if (power.limit_w > 0 && drawn(time.clock_ratio) > power.limit_w) {
        // A slower clock draws less and spreads the traffic: power falls with it.
        double low = std::min(power.least_clock_ratio, time.clock_ratio), high = time.clock_ratio;
        if (const double least_w = drawn(low); least_w > power.limit_w) {
            time = paused(atClock(time, low, overlap), least_w, power);
        } else {
            for (int i = 0; i < kHalvings; ++i) {
                const double middle = (low + high) / 2;
                (drawn(middle) > power.limit_w ? high : low) = middle;
            }
            time = atClock(time, low, overlap);
        }
        time.limit = Limit::Power;
    }
    applyPower(power, math, time);
    return time;
}

} // namespace strata::gpu
