// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace strata {

/// The 90 % quantile of the standard normal distribution: an interval of 80 % reaches so many sigma to either side.
inline constexpr double kNormal90 = 1.2815515655446004;

} // namespace strata
