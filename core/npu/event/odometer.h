// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/nest.h"

namespace strata::npu::detail {

/// Where something stands in the temporal loops, outermost first. Digit 0 is 1 once everything is done.
struct Odometer {
    std::array<std::uint64_t, kMaxLoops + 1> digit{};

    bool ended() const { return digit[0] != 0; }
};

/// Negative, zero or positive: which of two comes first.
inline int compare(const Odometer& left, const Odometer& right, std::size_t digits) {
    for (std::size_t i = 0; i < digits; ++i)
        if (left.digit[i] != right.digit[i]) return left.digit[i] < right.digit[i] ? -1 : 1;
    return 0;
}

/// The next of all iterations; returns the digit that advanced, 0 at the end.
inline std::size_t advance(Odometer& at, const std::array<std::uint64_t, kMaxLoops + 1>& bounds, std::size_t digits) {
    for (std::size_t i = digits; i-- > 1;) {
        if (at.digit[i] + 1 < bounds[i]) {
            ++at.digit[i];
            return i;
        }
        at.digit[i] = 0;
    }
    at.digit[0] = 1;
    return 0;
}

} // namespace strata::npu::detail
