// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme/hatch.h"

#include <cmath>
#include <QLineF>
#include <QPainter>
#include <QRectF>

namespace strata::views {
namespace {

/// Lines x + sign * y = c inside the rectangle, c a multiple of the spacing so that neighbours join up.
void addDiagonals(QList<QLineF>& lines, const QRectF& r, double sign, double spacing) {
    const double top = sign * r.top();
    const double bottom = sign * r.bottom();
    const double first = r.left() + std::min(top, bottom);
    const double last = r.right() + std::max(top, bottom);
    for (double c = std::ceil(first / spacing) * spacing; c < last; c += spacing) {
        // y at the two sides, brought back into the rectangle along the line.
        const double y_from = std::clamp(sign * (c - r.left()), r.top(), r.bottom());
        const double y_to = std::clamp(sign * (c - r.right()), r.top(), r.bottom());
        if (y_from != y_to) lines.append(QLineF(c - sign * y_from, y_from, c - sign * y_to, y_to));
    }
}

void addRows(QList<QLineF>& lines, const QRectF& r, double spacing) {
    for (double y = std::ceil(r.top() / spacing) * spacing; y < r.bottom(); y += spacing)
        lines.append(QLineF(r.left(), y, r.right(), y));
}

void addColumns(QList<QLineF>& lines, const QRectF& r, double spacing) {
    for (double x = std::ceil(r.left() / spacing) * spacing; x < r.right(); x += spacing)
        lines.append(QLineF(x, r.top(), x, r.bottom()));
}

} // namespace

void paintHatch(QPainter& painter, const QRectF& rectangle, Qt::BrushStyle style, const QColor& color, double spacing,
                double line_width) {
    QRectF inside = rectangle.normalized();
    inside.adjust(line_width / 2, line_width / 2, -line_width / 2, -line_width / 2);
    if (inside.width() <= 0 || inside.height() <= 0 || !(spacing > 0)) return;
    QList<QLineF> lines;
    switch (style) {
    case Qt::BDiagPattern: addDiagonals(lines, inside, 1.0, spacing); break;
    case Qt::FDiagPattern: addDiagonals(lines, inside, -1.0, spacing); break;
    case Qt::DiagCrossPattern:
        addDiagonals(lines, inside, 1.0, spacing);
        addDiagonals(lines, inside, -1.0, spacing);
        break;
    case Qt::HorPattern: addRows(lines, inside, spacing); break;
    case Qt::VerPattern: addColumns(lines, inside, spacing); break;
    case Qt::CrossPattern:
    case Qt::Dense6Pattern:
        addRows(lines, inside, spacing);
        addColumns(lines, inside, spacing);
        break;
    default: return;
    }
    painter.save();
    painter.setPen(QPen(color, line_width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines);
    painter.restore();
}

} // namespace strata::views
