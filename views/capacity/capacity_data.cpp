// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/capacity/capacity_data.h"

#include "views/explore/explore_text.h"

#include <algorithm>
#include <cmath>
#include <QLocale>

namespace strata::views {
namespace {

constexpr std::size_t kMostValues = 64; // of an axis; more is a cloud and no grid
constexpr const char* kGoodput = "goodput_per_s";
constexpr const char* kKept = "goodput";

std::vector<double> valuesOf(const Exploration& run, std::size_t column) {
    std::vector<double> values = run.table().columns[column];
    std::ranges::sort(values);
    const auto repeated = std::ranges::unique(values);
    values.erase(repeated.begin(), repeated.end());
    return values;
}

std::optional<std::size_t> axisNamed(const Exploration& run, const std::string& name) {
    const int column = name.empty() ? -1 : run.columnNamed(name);
    if (column < 0 || !run.columns()[static_cast<std::size_t>(column)].axis) return {};
    return static_cast<std::size_t>(column);
}

/// Axes that stand in the request and vary; the rate first.
std::vector<std::size_t> axesOf(const Exploration& run) {
    std::vector<std::size_t> axes;
    const auto& stated = run.request().space.axes;
    for (std::size_t i = 0; i < stated.size(); ++i)
        if (stated[i].kind != explore::Axis::Kind::Linked) axes.push_back(i);
    std::ranges::stable_partition(axes, [&](std::size_t i) { return stated[i].pointer.ends_with("rate_per_s"); });
    return axes;
}

std::size_t metricOf(const Exploration& run, const std::string& wanted) {
    for (const std::string& name : {wanted, std::string(kGoodput)}) {
        const int column = name.empty() ? -1 : run.columnNamed(name);
        if (column >= 0 && !run.columns()[static_cast<std::size_t>(column)].axis)
            return static_cast<std::size_t>(column);
    }
    for (std::size_t i = 0; i < run.columns().size(); ++i)
        if (run.columns()[i].objective) return i;
    return run.request().space.axes.size();
}

std::size_t placeOf(const std::vector<double>& values, double value) {
    return static_cast<std::size_t>(std::ranges::lower_bound(values, value) - values.begin());
}

} // namespace

CapacityGrid capacityGrid(const Exploration& run, const CapacitySettings& settings) {
    CapacityGrid grid;
    const std::vector<std::size_t> axes = axesOf(run);
    if (axes.empty() || run.rows() == 0) return grid;
    grid.x = axisNamed(run, settings.x).value_or(axes.front());
    const auto wanted = axisNamed(run, settings.y);
    if (wanted && *wanted != grid.x) grid.y = wanted;
    for (const std::size_t axis : axes)
        if (!grid.y && axis != grid.x) grid.y = axis;
    grid.metric = metricOf(run, settings.metric);
    if (grid.metric >= run.columns().size()) return grid;
    grid.across = valuesOf(run, grid.x);
    if (grid.y)
        grid.up = valuesOf(run, *grid.y);
    else
        grid.up = {0.0};
    grid.too_many = grid.across.size() > kMostValues || grid.up.size() > kMostValues;
    if (grid.too_many) return grid;
    grid.cells.resize(grid.across.size() * grid.up.size());
    const auto& columns = run.table().columns;
    const int kept = run.columnNamed(kKept);
    const bool maximize = run.columns()[grid.metric].maximize;
    grid.low = INFINITY;
    grid.high = -INFINITY;
    for (std::size_t row = 0; row < run.rows(); ++row) {
        const std::size_t up = grid.y ? placeOf(grid.up, columns[*grid.y][row]) : 0;
        CapacityCell& cell = grid.cells[up * grid.across.size() + placeOf(grid.across, columns[grid.x][row])];
        ++cell.rows;
        const double value = columns[grid.metric][row];
        const bool better = !cell.value || (maximize ? value > *cell.value : value < *cell.value);
        if (!std::isfinite(value) ? cell.row.has_value() : !better) continue;
        cell.row = row;
        if (!std::isfinite(value)) continue;
        cell.value = value;
        if (kept >= 0) {
            const double share = columns[static_cast<std::size_t>(kept)][row];
            cell.kept = std::isfinite(share) ? std::optional(share) : std::nullopt;
        }
    }
    for (const CapacityCell& cell : grid.cells) {
        if (!cell.value) continue;
        grid.low = std::min(grid.low, *cell.value);
        grid.high = std::max(grid.high, *cell.value);
    }
    if (!(grid.high >= grid.low)) grid.low = grid.high = 0.0;
    grid.logarithmic = grid.low > 0.0 && grid.high > 10.0 * grid.low;
    return grid;
}

std::optional<bool> keeps(const CapacityCell& cell, const CapacitySettings& settings) {
    if (!cell.kept) return {};
    return *cell.kept >= settings.kept;
}

Table capacityTable(const Exploration& run, const CapacityGrid& grid, const CapacitySettings& settings) {
    const auto& columns = run.columns();
    Table table{"capacity", {columns[grid.x].name}, {}};
    if (grid.y) table.columns.push_back(columns[*grid.y].name);
    table.columns.insert(table.columns.end(), {columns[grid.metric].name, "share_within_level", "keeps_level", "row"});
    const auto named = [&](std::vector<Cell>& row, std::size_t column, double value) {
        if (columns[column].words.empty())
            row.emplace_back(value);
        else
            row.emplace_back(columnValueText(columns[column], value, QLocale::c()).toStdString());
    };
    const auto number = [](std::vector<Cell>& row, const std::optional<double>& value) {
        if (value)
            row.emplace_back(*value);
        else
            row.emplace_back();
    };
    for (std::size_t up = 0; up < grid.up.size(); ++up) {
        for (std::size_t across = 0; across < grid.across.size(); ++across) {
            const CapacityCell& cell = grid.at(across, up);
            if (!cell.row) continue;
            auto& row = table.rows.emplace_back();
            named(row, grid.x, grid.across[across]);
            if (grid.y) named(row, *grid.y, grid.up[up]);
            number(row, cell.value);
            number(row, cell.kept);
            const auto kept = keeps(cell, settings);
            row.emplace_back(std::string(!kept ? "" : *kept ? "yes" : "no"));
            row.emplace_back(static_cast<std::int64_t>(*cell.row));
        }
    }
    return table;
}

} // namespace strata::views
