// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/search/pareto.h"

namespace strata::explore {

/// Rows with their constraint violations, as an evolution compares them.
struct ScoredRows {
    ObjectiveRows objectives;
    std::span<const double> violations;

    /// Deb's constraint domination: feasible before infeasible, less violation before more, else domination.
    bool beats(std::size_t a, std::size_t b) const;
};

/// Non-dominated rank of every row, 0 for the best (Deb et al. 2002, III-A).
std::vector<std::uint32_t> nonDominatedRanks(const ScoredRows& rows);

/// Crowding distance of the members of one rank (Deb et al. 2002, III-B); infinite at the ends.
std::vector<double> crowdingDistances(const ObjectiveRows& rows, std::span<const std::uint32_t> members);

/// The `wanted` members that are left when the most crowded one leaves again and again: by crowding distance
/// for two objectives, by the product of the distances to the nearest neighbours, as many as objectives, for
/// more.
std::vector<std::uint32_t> thinned(const ObjectiveRows& rows, std::vector<std::uint32_t> members, std::size_t wanted);

/// Members of a population, row by row.
struct Population {
    std::vector<double> points, values, violations;
};
/// Those of its members, in this order. Shapes: points members x width, values members x objectives.
Population chosenOf(const Population& population, std::span<const std::uint32_t> chosen, std::size_t width,
                    std::size_t objectives);

} // namespace strata::explore
