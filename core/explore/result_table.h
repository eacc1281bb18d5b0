// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explore/point_pool.h"

#include <map>
#include <string>
#include <vector>

namespace strata::explore {

/// All points of a run in the order in which they were asked for, column by column: axes, then metrics.
struct ResultTable {
    std::vector<std::vector<double>> columns;
    std::vector<std::uint16_t> reason; ///< of each point, an index into `reasons`; 0: feasible
    std::vector<std::string> reasons{""};
    std::vector<SurrogateError> surrogate; ///< of a search that has just ended, by objective; files do not keep it

    explicit ResultTable(std::size_t column_count = 0) : columns(column_count) {}

    std::size_t rows() const { return reason.size(); }
    void append(const PointBlock& block);
    /// Rows of the same columns and reasons behind those that are here.
    void append(const ResultTable& part);
    void row(std::size_t i, std::span<double> values) const;
    /// The index of a reason, new ones at the end. The last index takes all that come after 65,535 different
    /// ones.
    std::uint16_t reasonIndex(const std::string& text);
};

/// Objectives of all rows as they are minimised; NaN for infeasible ones.
std::vector<double> minimized(const ExploreRequest& request, const ResultTable& table);

/// What a run came to.
struct Summary {
    std::uint64_t points = 0, feasible = 0;
    std::map<std::string, std::uint64_t> infeasible; ///< by reason
    std::vector<std::uint32_t> front;                ///< rows, ascending
    double hypervolume = 0;                          ///< 0 without objectives
    std::vector<double> reference;                   ///< as the objectives are, not minimised
    int knee = -1;                                   ///< a row of the front
};

/// Counts, front, knee and hypervolume. Without a reference point in the request, that of the worst values on
/// the front.
Summary summarize(const ExploreRequest& request, const ResultTable& table);

} // namespace strata::explore
