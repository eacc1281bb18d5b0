// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/coverage/coverage_data.h"

#include <optional>
#include <QFont>
#include <QRectF>

namespace strata::views {

/// Where the parts of the heatmap are. Rows and columns count as drawn, from the top left.
struct CoverageLayout {
    QRectF header; ///< totals, in words
    QRectF legend;
    QRectF names;              ///< of the rows
    QRectF values;             ///< of the groups; empty where rows are no groups
    QRectF cells;              ///< all of them
    QRectF unions;             ///< the column beside them
    QRectF counts;             ///< the column behind it
    double column_names = 0.0; ///< height of the slanted names above the cells
    double cell_width = 0.0, cell_height = 0.0;
    std::size_t rows = 0, columns = 0;

    QRectF cell(std::size_t row, std::size_t column) const;
    QRectF row(const QRectF& column, std::size_t row) const; ///< the part of a column that belongs to a row
    std::optional<std::size_t> rowAt(const QPointF& position) const;
    std::optional<std::pair<std::size_t, std::size_t>> cellAt(const QPointF& position) const;
};

CoverageLayout layOutCoverage(const CoveragePicture& picture, const QFont& font, const QSizeF& size);
/// The height at which every row has room for its name.
double coverageHeight(const CoveragePicture& picture, const QFont& font);
double coverageWidth(const CoveragePicture& picture, const QFont& font);

/// Longer names of columns are cut; pointing at a cell tells them whole. `line` is the height of a line of text.
constexpr double longestColumnName(double line) { return 10.0 * line; }

inline constexpr double kMostValue = 5.0; ///< weight of a group at the right end of its bar

} // namespace strata::views
