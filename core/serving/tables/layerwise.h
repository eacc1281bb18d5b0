// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace strata::serving {

/// What is left of a transfer of `moved_s` when the pass of `pass_s` that computes it is done. With `layers` above 1
/// the cache of each layer leaves while later layers are computed (Splitwise: Patel et al., ISCA 2024, Section 4.3): at
/// least the last one waits, and all that a link slower than the pass cannot hide.
inline double exposedSeconds(double moved_s, double pass_s, double layers) {
    return moved_s - std::min(moved_s, std::max(0.0, pass_s)) * (layers - 1) / layers;
}

} // namespace strata::serving
