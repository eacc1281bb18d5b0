// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace strata {

/// The 90 % quantile of the standard normal distribution: an interval of 80 % reaches so many sigma to either side.
inline constexpr double kNormal90 = 1.2815515655446004;

/// Probability that a standard normal value lies below z.
double normalBelow(double z);

/// The value that a standard normal value exceeds with the probability `upper`, which keeps its digits where it is
/// small. Probabilities of 0 and 1 count as the nearest ones that have a finite quantile.
double normalUpperQuantile(double upper);

/// Mean of max(0, edge - x) over normal values x, in their unit. With the best value so far as the edge, it is the
/// expected improvement of a search (D. Jones et al., Journal of Global Optimization 13, 1998, equation 15).
double meanShortfall(double edge, double mean, double sigma);

} // namespace strata
