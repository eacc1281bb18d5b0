// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/coverage/coverage_layout.h"

#include "views/coverage/coverage_text.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kMostNames = 0.34; // of the width, for names of rows
constexpr double kSlanted = 0.87;   // sine of 60 degrees
constexpr double kRowLines = 1.25, kColumnLines = 1.2;
constexpr double kValueLines = 3.0; // width of the bar of values in lines

double namesWidth(const CoveragePicture& picture, const QFontMetricsF& metrics) {
    double width = 0.0;
    for (std::size_t row = 0; row < picture.rows.size(); ++row)
        width = std::max(width, metrics.horizontalAdvance(coverageRowText(picture, row)));
    return width;
}

double columnNames(const CoveragePicture& picture, const QFontMetricsF& metrics) {
    double longest = 0.0;
    for (const std::string& column : picture.summary.columns)
        longest = std::max(longest, metrics.horizontalAdvance(toQString(column)));
    return kSlanted * std::min(longest, longestColumnName(metrics.height())) + metrics.height();
}

bool hasValues(const CoveragePicture& picture) {
    return picture.summary.by == coverage::By::Scenario || picture.summary.by == coverage::By::Category;
}

} // namespace

QRectF CoverageLayout::cell(std::size_t row, std::size_t column) const {
    return {cells.left() + static_cast<double>(column) * cell_width,
            cells.top() + static_cast<double>(row) * cell_height, cell_width, cell_height};
}

QRectF CoverageLayout::row(const QRectF& column, std::size_t row) const {
    return {column.left(), cells.top() + static_cast<double>(row) * cell_height, column.width(), cell_height};
}

std::optional<std::size_t> CoverageLayout::rowAt(const QPointF& position) const {
    if (position.y() < cells.top() || position.y() >= cells.bottom() || cell_height <= 0.0) return std::nullopt;
    return std::min(rows - 1, static_cast<std::size_t>((position.y() - cells.top()) / cell_height));
}

std::optional<std::pair<std::size_t, std::size_t>> CoverageLayout::cellAt(const QPointF& position) const {
    if (!cells.contains(position) || cell_width <= 0.0) return std::nullopt;
    const auto row = rowAt(position);
    if (!row) return std::nullopt;
    return std::pair(*row, std::min(columns - 1, static_cast<std::size_t>((position.x() - cells.left()) / cell_width)));
}

CoverageLayout layOutCoverage(const CoveragePicture& picture, const QFont& font, const QSizeF& size) {
    const QFontMetricsF metrics(font);
    CoverageLayout layout;
    layout.rows = picture.rows.size();
    layout.columns = picture.columns.size();
    if (picture.empty()) return layout;
    const double line = metrics.height();
    layout.header = {kGap, kGap, size.width() - 2 * kGap, line};
    layout.legend = {kGap, kGap + 1.4 * line, size.width() - 2 * kGap, line};
    layout.column_names = columnNames(picture, metrics);
    const double top = layout.legend.bottom() + layout.column_names + kGap;
    const double bottom = size.height() - kGap - 1.5 * line; // counts below
    const double counts = metrics.horizontalAdvance(QStringLiteral("99+99")) + kGap;
    const double slant = 0.5 * layout.column_names; // names of the last columns lean out to the right
    const double names = std::min(namesWidth(picture, metrics), kMostNames * size.width());
    layout.names = {kGap, top, names, bottom - top};
    const double values = hasValues(picture) ? kValueLines * line : 0.0;
    layout.values = {layout.names.right() + kGap, top, values, bottom - top};
    const double left = layout.values.right() + (values > 0.0 ? kGap : 0.0);
    const double right = size.width() - kGap - std::max(counts, slant - 2 * line);
    layout.cell_width = std::max(1.0, (right - left) / (static_cast<double>(layout.columns) + 1.4));
    layout.cell_height = std::max(1.0, (bottom - top) / static_cast<double>(layout.rows));
    layout.cells = {left, top, layout.cell_width * static_cast<double>(layout.columns), bottom - top};
    layout.unions = {layout.cells.right() + 0.4 * layout.cell_width, top, layout.cell_width, bottom - top};
    layout.counts = {layout.unions.right() + 0.5 * kGap, top, counts, bottom - top};
    return layout;
}

double coverageHeight(const CoveragePicture& picture, const QFont& font) {
    const QFontMetricsF metrics(font);
    return 5.0 * metrics.height() + columnNames(picture, metrics) + 3 * kGap +
           kRowLines * metrics.height() * static_cast<double>(picture.rows.size());
}

double coverageWidth(const CoveragePicture& picture, const QFont& font) {
    const QFontMetricsF metrics(font);
    const double columns = static_cast<double>(picture.columns.size()) + 1.4;
    const double beside = (kValueLines + 4.0) * metrics.height() + kColumnLines * metrics.height() * columns +
                          0.5 * columnNames(picture, metrics);
    // Names of rows get their share of the width, so that the names of columns keep their distance.
    return beside + std::min(namesWidth(picture, metrics), kMostNames / (1.0 - kMostNames) * beside);
}

} // namespace strata::views
