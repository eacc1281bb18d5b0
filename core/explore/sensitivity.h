// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/sampler.h"

#include <span>
#include <string>
#include <vector>

namespace strata::explore {

/// Points for variance-based sensitivity: from two independent halves A and B of a Sobol sequence of twice
/// the dimensions, groups of A, B and, for each axis i, A with axis i of B (Saltelli et al., Comput. Phys.
/// Commun. 181, 2010). A group has dimensions + 2 points. Errors: "too-large".
Result<std::unique_ptr<Sampler>> saltelliSampler(std::size_t dimensions, std::uint64_t seed);

/// How much of a metric's variance an axis causes.
struct SobolIndex {
    double first = 0;       ///< alone (Saltelli et al. 2010, table 2, formula b)
    double total = 0;       ///< with everything that it interacts with (Jansen, Comput. Phys. Commun. 117, 1999)
    double first_error = 0; ///< standard errors over the groups
    double total_error = 0;
};

/// The indices of each axis from one metric of the points of saltelliSampler(), in their order. Groups that
/// lack a value (NaN) are left out; `groups`, where given, becomes the number of the others. Empty where
/// fewer than two are left, or where the metric does not vary.
std::vector<SobolIndex> sobolIndices(std::span<const double> metric, std::size_t dimensions,
                                     std::size_t* groups = nullptr);

} // namespace strata::explore
