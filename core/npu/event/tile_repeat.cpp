// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/npu/event/tile_run.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace strata::npu::detail {

/// After an iteration of the loop of a digit: whether it was like the one before, and what that spares.
void TileRun::repeat(std::size_t digit) {
    std::uint64_t times = 0;
    const Snapshot& before = snapshots[digit];
    if (before.taken && repeats(digit, before, times)) skip(digit, before, times);
    take(digit);
}

void TileRun::take(std::size_t digit) {
    Snapshot& snapshot = snapshots[digit];
    snapshot.taken = true;
    snapshot.steps = steps;
    snapshot.time = time;
    snapshot.compute = compute;
    std::copy(waits.begin(), waits.end(), snapshot.waits.begin());
    std::copy(transfers.begin(), transfers.end(), snapshot.transfers.begin());
}

namespace {

enum class Shift { None, Stays, Moves };

/// How a place has changed over one iteration of the loop of a digit, during which nothing outside advanced.
Shift shiftOf(const Odometer& before, const Odometer& now, const Odometer& steps_before, const Odometer& steps_now,
              std::size_t digit, std::size_t digits) {
    if (compare(before, now, digits) == 0 &&
        (compare(now, steps_before, digits) <= 0 || compare(now, steps_now, digit) > 0))
        return Shift::Stays;
    if (compare(before, steps_before, digit) != 0 || compare(now, steps_now, digit) != 0) return Shift::None;
    if (before.digit[digit] + 1 != now.digit[digit]) return Shift::None;
    for (std::size_t i = digit + 1; i < digits; ++i)
        if (before.digit[i] != now.digit[i]) return Shift::None;
    return Shift::Moves;
}

} // namespace

bool TileRun::repeats(std::size_t digit, const Snapshot& before, std::uint64_t& times) const {
    if (compare(before.steps, steps, digit) != 0 || before.steps.digit[digit] + 1 != steps.digit[digit]) return false;
    std::uint64_t lead = 0;
    const Odometer* latest_still = nullptr; // of what stays behind the units, and the first of what moves
    const Odometer* earliest_moved = nullptr;
    const auto place = [&](Shift shift, const Odometer& then, const Odometer& now) {
        if (shift == Shift::Moves) {
            if (now.digit[digit] > steps.digit[digit]) lead = std::max(lead, now.digit[digit] - steps.digit[digit]);
            if (earliest_moved == nullptr || compare(then, *earliest_moved, program.digits) < 0) earliest_moved = &then;
        } else if (compare(now, steps, program.digits) <= 0) {
            if (latest_still == nullptr || compare(now, *latest_still, program.digits) > 0) latest_still = &now;
        }
    };
    double most = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const Transfer& then = before.transfers[i];
        const Transfer& now = transfers[i];
        if (then.first != now.first || then.scale != now.scale || then.next_scale != now.next_scale) return false;
        const Shift at = shiftOf(then.at, now.at, before.steps, steps, digit, program.digits);
        const Shift other = shiftOf(then.other, now.other, before.steps, steps, digit, program.digits);
        if (at == Shift::None || other == Shift::None) return false;
        const double spent = then.remaining - now.remaining;
        if (at == Shift::Stays) {
            if (spent < -kSame) return false;
            if (spent > kDone) most = std::min(most, std::ceil(now.remaining / spent) - 1.0);
        } else if (std::abs(spent) > kSame) {
            return false;
        }
        place(at, then.at, now.at);
        place(other, then.other, now.other);
    }
    // What moves must not overtake what stays: that would change who may run.
    if (latest_still != nullptr && earliest_moved != nullptr &&
        compare(*earliest_moved, *latest_still, program.digits) < 0)
        return false;
    const std::uint64_t last = program.bounds[digit] - 1;
    if (steps.digit[digit] + lead >= last) return false;
    times = last - lead - steps.digit[digit];
    if (most < static_cast<double>(times)) times = most < 1.0 ? 0 : static_cast<std::uint64_t>(most);
    return times > 0;
}

void TileRun::skip(std::size_t digit, const Snapshot& before, std::uint64_t times) {
    const auto repeated = static_cast<double>(times);
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const Transfer& then = before.transfers[i];
        Transfer& now = transfers[i];
        const bool at = shiftOf(then.at, now.at, before.steps, steps, digit, program.digits) == Shift::Moves;
        const bool other = shiftOf(then.other, now.other, before.steps, steps, digit, program.digits) == Shift::Moves;
        if (at)
            now.at.digit[digit] += times;
        else
            now.remaining -= std::max(0.0, then.remaining - now.remaining) * repeated;
        if (other) now.other.digit[digit] += times;
    }
    for (std::size_t i = 0; i < waits.size(); ++i)
        waits[i] += (waits[i] - before.waits[i]) * repeated;
    const double period = time - before.time;
    for (Transfer& transfer : transfers)
        if (transfer.started >= 0.0 && transfer.runs) transfer.started += period * repeated;
    compute += (compute - before.compute) * repeated;
    time += period * repeated;
    steps.digit[digit] += times;
}

} // namespace strata::npu::detail
