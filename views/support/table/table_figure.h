// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <QColor>
#include <QRectF>
#include <QString>
#include <vector>

class QPainter;

namespace strata::views {

struct FigureStyle;

/// A table as it is printed: hairlines, no boxes.
struct TableFigure {
    struct Column {
        QString title;
        bool right = false; ///< numbers: these are never shortened
        int rank = 0;       ///< where the width does not suffice, columns of the highest rank are left out first
    };
    struct Row {
        std::vector<QString> cells;
        int indent = 0;
        bool strong = false;
        std::optional<double> share; ///< bar under the cell of share_column
        QColor share_color;
    };
    std::vector<Column> columns;
    std::vector<Row> rows;
    int share_column = -1;
};

/// Height that all rows and the heading need, in the painter's units.
double tableFigureHeight(const TableFigure& table, const FigureStyle& style);

/// Columns get the width that they need. In too narrow a rectangle words are shortened and columns of high rank left
/// out, numbers stay whole. Rows that do not fit are left out with a line that says how many.
void paintTableFigure(QPainter& painter, const QRectF& rectangle, const TableFigure& table, const FigureStyle& style);

} // namespace strata::views
