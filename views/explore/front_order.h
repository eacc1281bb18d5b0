// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace strata::views {

class Exploration;

/// A column that should be small, or large.
struct Aim {
    std::size_t column = 0;
    bool maximize = false;

    bool operator==(const Aim&) const = default;
};

/// Values of some rows as they are minimised, row by row; without a value NaN.
std::vector<double> aimValues(const Exploration& run, const std::vector<Aim>& aims,
                              std::span<const std::uint32_t> rows);

/// A few strong rows that beat most others: those that beat often stand first, a new one before them.
class Sieve {
public:
    explicit Sieve(std::size_t aims) : aims_(aims) {}

    bool beats(const double* row);
    void add(const double* row);

private:
    std::size_t aims_;
    std::vector<double> values_;
};

/// The feasible rows of a run by their first aim, in blocks that know the best that they hold: in this order a row is
/// beaten by an earlier one or by none, and most blocks are beaten as a whole.
class FrontOrder {
public:
    bool empty() const { return sorted_ == 0; }
    /// Rows of the run that are in the order; later ones are looked at one by one.
    std::size_t rows() const { return sorted_; }
    void sort(const Exploration& run, const std::vector<Aim>& aims);
    /// Shown rows, all of the front among them and not many others.
    std::vector<std::uint32_t> candidates(const Exploration& run, Sieve& sieve) const;

private:
    std::size_t aims_ = 0, sorted_ = 0;
    std::vector<std::uint32_t> rows_;
    std::vector<double> values_; ///< aims_ a row
    std::vector<double> best_;   ///< aims_ a block: the least of each
};

} // namespace strata::views
