// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strata::explore {

/// Objective vectors row by row; every objective is minimised. A row with a NaN takes no part in anything.
struct ObjectiveRows {
    std::span<const double> values;
    std::size_t objectives = 0;

    std::size_t rows() const { return objectives == 0 ? 0 : values.size() / objectives; }
    std::span<const double> row(std::size_t i) const { return values.subspan(i * objectives, objectives); }
    bool complete(std::size_t i) const; ///< no NaN
};

/// a is nowhere worse than b and somewhere better.
bool dominates(std::span<const double> a, std::span<const double> b);

/// Rows that no other row dominates, ascending; equal rows stand together. Up to three objectives by one
/// sweep over the sorted rows with a staircase (Kung, Luccio and Preparata, J. ACM 22, 1975), n log n; more
/// against the front so far.
std::vector<std::uint32_t> paretoFront(const ObjectiveRows& rows);

/// Of a front, rows such that every other one is at most `epsilon` of the front's extent worse in each
/// objective than one of them (Laumanns, Thiele, Deb and Zitzler, Evolutionary Computation 10, 2002). `front`
/// holds row numbers.
std::vector<std::uint32_t> epsilonFront(const ObjectiveRows& rows, std::span<const std::uint32_t> front,
                                        double epsilon);

/// The row of a front that lies farthest before the plane through its extremes, objectives scaled to its
/// extent (Das, Structural Optimization 18, 1999); the first of equals. `front` must not be empty.
std::uint32_t kneeOf(const ObjectiveRows& rows, std::span<const std::uint32_t> front);

/// Smallest and largest of each objective over some rows.
struct Extent {
    std::vector<double> low, high;
};
Extent extentOf(const ObjectiveRows& rows, std::span<const std::uint32_t> front);

/// Volume that rows dominate up to a reference point, exactly: two and three objectives by sweeps, more by
/// the exclusive volumes of While, Bradstreet and Barone (IEEE Trans. Evol. Comput. 16, 2012). Rows beyond
/// the reference add nothing.
double hypervolume(const ObjectiveRows& rows, std::span<const double> reference);

} // namespace strata::explore
