// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/table_figure.h"

#include "views/support/theme/theme.h"

#include <algorithm>
#include <numeric>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kIndent = 10.0;

QFont weighted(const QFont& font, bool strong) {
    QFont result = font;
    if (strong) result.setWeight(QFont::DemiBold);
    return result;
}

double rowHeight(const FigureStyle& style) { return 1.45 * QFontMetricsF(style.font).height(); }

std::vector<double> columnWidths(const TableFigure& table, const FigureStyle& style, double gap) {
    std::vector<double> widths(table.columns.size(), 0.0);
    const QFontMetricsF plain(style.font);
    const QFontMetricsF strong(weighted(style.font, true));
    for (std::size_t i = 0; i < widths.size(); ++i) {
        widths[i] = plain.horizontalAdvance(table.columns[i].title);
        for (const TableFigure::Row& row : table.rows) {
            if (i >= row.cells.size()) continue;
            const double text = (row.strong ? strong : plain).horizontalAdvance(row.cells[i]);
            widths[i] = std::max(widths[i], text + (i == 0 ? kIndent * row.indent : 0.0));
        }
        widths[i] = std::ceil(widths[i]) + gap;
    }
    return widths;
}

constexpr double kShortestWords = 84.0; // room for about twelve letters

double narrowest(const TableFigure& table, const std::vector<double>& widths) {
    double sum = 0.0;
    for (std::size_t i = 0; i < widths.size(); ++i)
        sum += table.columns[i].right ? widths[i] : std::min(widths[i], kShortestWords);
    return sum;
}

/// Leaves columns out (width 0) until the rest fits, then gives words what numbers leave.
void fitWidths(const TableFigure& table, std::vector<double>& widths, double available) {
    while (narrowest(table, widths) > available) {
        std::size_t worst = 0;
        for (std::size_t i = 1; i < widths.size(); ++i)
            if (widths[i] > 0.0 && table.columns[i].rank >= table.columns[worst].rank) worst = i;
        if (worst == 0 || table.columns[worst].rank == 0) break;
        widths[worst] = 0.0;
    }
    double excess = std::accumulate(widths.begin(), widths.end(), 0.0) - available;
    if (excess <= 0.0) {
        widths.front() -= excess;
        return;
    }
    for (std::size_t i = widths.size(); i-- > 0 && excess > 0.0;) {
        if (table.columns[i].right) continue;
        const double cut = std::min(excess, std::max(0.0, widths[i] - kShortestWords));
        widths[i] -= cut;
        excess -= cut;
    }
    // Nothing else is left: the table does not fit this width, and every column gives in proportion.
    if (excess <= 0.0) return;
    const double scale = available / (available + excess);
    for (double& width : widths)
        width *= scale;
}

} // namespace

double tableFigureHeight(const TableFigure& table, const FigureStyle& style) {
    return rowHeight(style) * (static_cast<double>(table.rows.size()) + 1.2);
}

void paintTableFigure(QPainter& painter, const QRectF& rectangle, const TableFigure& table, const FigureStyle& style) {
    const double height = rowHeight(style);
    const double gap = QFontMetricsF(style.font).averageCharWidth() * 1.5;
    const double line_width = style.line_width_mm * style.units_per_mm;
    std::vector<double> widths = columnWidths(table, style, gap);
    fitWidths(table, widths, rectangle.width());

    const auto cellText = [&](const QString& text, std::size_t column, double x, double top, bool strong,
                              double indent) {
        if (widths[column] <= 0.0) return;
        const QFont font = weighted(style.font, strong);
        const QFontMetricsF metrics(font);
        const double room = widths[column] - gap - indent;
        const QString shown = metrics.elidedText(text, Qt::ElideRight, room + 0.5);
        const double left = table.columns[column].right
                                ? x + widths[column] - gap / 2 - metrics.horizontalAdvance(shown)
                                : x + gap / 2 + indent;
        painter.setFont(font);
        painter.drawText(QPointF(left, top + (height + metrics.ascent() - metrics.descent()) / 2), shown);
    };
    const auto rule = [&](double y) {
        painter.setPen(QPen(style.theme.hairline, line_width));
        painter.drawLine(QPointF(rectangle.left(), y), QPointF(rectangle.right(), y));
    };

    double x = rectangle.left();
    painter.setPen(style.theme.text_muted);
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        cellText(table.columns[i].title, i, x, rectangle.top(), false, 0.0);
        x += widths[i];
    }
    double top = rectangle.top() + height;
    rule(top);
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        const TableFigure::Row& row = table.rows[r];
        const bool last_that_fits = top + 2 * height > rectangle.bottom() + 0.5 && r + 1 < table.rows.size();
        if (last_that_fits) {
            painter.setPen(style.theme.text_muted);
            painter.setFont(style.font);
            const QString rest = QCoreApplication::translate("TableFigure", "%n more row(s); all are in the CSV file",
                                                             nullptr, static_cast<int>(table.rows.size() - r));
            if (top + height <= rectangle.bottom() + 0.5)
                painter.drawText(QPointF(rectangle.left() + gap / 2, top + 0.7 * height), rest);
            return;
        }
        x = rectangle.left();
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            painter.setPen(style.theme.text);
            if (i < row.cells.size())
                cellText(row.cells[i], i, x, top, row.strong, i == 0 ? kIndent * row.indent : 0.0);
            if (static_cast<int>(i) == table.share_column && row.share && widths[i] > 0.0) {
                const double room = widths[i] - gap;
                const QRectF bar(x + gap / 2, top + 0.88 * height, room, 0.07 * height);
                painter.fillRect(bar, style.theme.hairline);
                painter.fillRect(QRectF(bar.topLeft(), QSizeF(room * std::clamp(*row.share, 0.0, 1.0), bar.height())),
                                 row.share_color);
            }
            x += widths[i];
        }
        top += height;
        if (r + 1 < table.rows.size() && table.rows[r + 1].strong) rule(top);
    }
}

} // namespace strata::views
