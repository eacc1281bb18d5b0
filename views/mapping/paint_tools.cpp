// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/paint_tools.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPen>

namespace strata::views {

QColor mixed(const QColor& a, const QColor& b, double share) {
    const auto part = [share](double from, double to) { return static_cast<float>(from + (to - from) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
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
