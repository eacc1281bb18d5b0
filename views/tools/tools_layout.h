// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tools/tools_data.h"

#include <optional>
#include <QFont>
#include <QRectF>
#include <vector>

namespace strata::views {

/// Where the parts of a page are.
struct ToolsLayout {
    std::vector<QRectF> weights; ///< bars of the dimensions' weights, on the page of the ranking
    QRectF weight_names, weight_shares;
    QRectF legend;
    QRectF axis;                 ///< line of numbers above the plot
    QRectF names;                ///< of the rows
    std::vector<QRectF> grades;  ///< columns of grades, on the page of the ranking
    QRectF plot;                 ///< scores, errors or years; empty on pages of text
    QRectF notes;                ///< words beside the plot
    std::vector<QRectF> columns; ///< of pages of text
    double row_height = 0.0;
    std::size_t rows = 0;
    double low = 0.0, high = 1.0; ///< ends of the plot's scale
    bool logarithmic = false;

    QRectF row(const QRectF& column, std::size_t row) const; ///< the part of a column that belongs to a row
    std::optional<std::size_t> rowAt(const QPointF& position) const;
    std::optional<std::size_t> weightAt(const QPointF& position) const;
    double x(double value) const; ///< of a value in the plot
};

ToolsLayout layOutTools(const ToolsPicture& picture, const QFont& font, const QSizeF& size);
/// The height at which every row has room, and the width below which words would be cut.
double toolsHeight(const ToolsPicture& picture, const QFont& font);
double toolsWidth(const ToolsPicture& picture, const QFont& font);

inline constexpr double kHighestScore = 3.0; ///< of a composite: every grade H

} // namespace strata::views
