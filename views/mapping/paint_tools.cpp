// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/paint_tools.h"

#include <algorithm>
#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <QPen>
#include <QVector>

namespace strata::views {

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [share](double from, double to) { return static_cast<float>(from + (to - from) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

void paintHatch(QPainter& painter, const QRectF& r, Qt::BrushStyle style, const QColor& color, double spacing,
                double width) {
    if (r.isEmpty() || spacing <= 0.0) return;
    QVector<QLineF> lines;
    const bool cross = style == Qt::DiagCrossPattern;
    if (style == Qt::VerPattern)
        for (double x = r.left() + spacing / 2.0; x < r.right(); x += spacing)
            lines << QLineF(x, r.top(), x, r.bottom());
    if (style == Qt::HorPattern)
        for (double y = r.top() + spacing / 2.0; y < r.bottom(); y += spacing)
            lines << QLineF(r.left(), y, r.right(), y);
    // Along a falling diagonal x - y is constant, along a rising one x + y.
    if (style == Qt::FDiagPattern || cross) {
        for (double d = r.left() - r.bottom() + spacing / 2.0; d < r.right() - r.top(); d += spacing) {
            const double x1 = std::max(r.left(), d + r.top());
            const double x2 = std::min(r.right(), d + r.bottom());
            lines << QLineF(x1, x1 - d, x2, x2 - d);
        }
    }
    if (style == Qt::BDiagPattern || cross) {
        for (double s = r.left() + r.top() + spacing / 2.0; s < r.right() + r.bottom(); s += spacing) {
            const double x1 = std::max(r.left(), s - r.bottom());
            const double x2 = std::min(r.right(), s - r.top());
            lines << QLineF(x1, s - x1, x2, s - x2);
        }
    }
    painter.setPen(QPen(color, width, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines);
}

void paintLine(QPainter& painter, const QRectF& rectangle, const QFont& font, const QColor& color, const QString& text,
               Qt::Alignment alignment) {
    if (rectangle.isEmpty() || text.isEmpty()) return;
    painter.setFont(font);
    painter.setPen(color);
    const QString shown = QFontMetricsF(font).elidedText(text, Qt::ElideRight, rectangle.width() + 0.5);
    painter.drawText(rectangle, static_cast<int>(alignment) | Qt::TextSingleLine | Qt::TextDontClip, shown);
}

} // namespace strata::views
