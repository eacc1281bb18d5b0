// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "views/explore/exploration.h"

#include <optional>
#include <string>
#include <vector>

namespace strata::views {

/// What an architect has chosen; empty names follow the run.
struct CapacitySettings {
    std::string x, y, metric;
    double kept = 0.9; ///< share of the requests that must keep the service level
};

/// One combination of two parameters, or one value of the only one.
struct CapacityCell {
    std::optional<std::size_t> row; ///< of the run; nothing: not evaluated yet
    std::optional<double> value;    ///< of the metric; nothing: cannot exist, or has no such metric
    std::optional<double> kept;     ///< share that keeps the service level; nothing where none is stated
    std::size_t rows = 0;           ///< that fall into the cell; it shows the best of them
};

/// A run as a grid over two of its parameters, or as bars over one.
struct CapacityGrid {
    std::size_t x = 0;            ///< column
    std::optional<std::size_t> y; ///< nothing: bars
    std::size_t metric = 0;
    std::vector<double> across, up;  ///< values of the axes, ascending; words as their numbers
    std::vector<CapacityCell> cells; ///< row-major, x fastest
    double low = 0.0, high = 0.0;    ///< of the values
    bool logarithmic = false;        ///< the values span more than a decade
    bool too_many = false;           ///< the points lie on no grid

    bool empty() const { return cells.empty(); }
    const CapacityCell& at(std::size_t column, std::size_t row) const { return cells[row * across.size() + column]; }
};

/// The rate across where there is one, and goodput, unless chosen otherwise.
CapacityGrid capacityGrid(const Exploration& run, const CapacitySettings& settings);

/// Whether a cell keeps the service level; nothing where that is not known.
std::optional<bool> keeps(const CapacityCell& cell, const CapacitySettings& settings);

/// The grid as a table, a cell a row.
Table capacityTable(const Exploration& run, const CapacityGrid& grid, const CapacitySettings& settings);

} // namespace strata::views
