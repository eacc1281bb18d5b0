// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/twin_mark.h"

#include "views/support/theme/marker.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <QPainter>
#include <QPolygonF>

namespace strata::views {

void paintTwinMark(QPainter& painter, const QPointF& at, const QRectF& area, char letter, const Theme& theme,
                   double line_width) {
    const double radius = 4.5 * line_width;
    const QColor color = theme.design(letter);
    const QPointF edge(std::clamp(at.x(), area.left(), area.right()), std::clamp(at.y(), area.top(), area.bottom()));
    const QPointF beyond = at - edge;
    const double away = std::hypot(beyond.x(), beyond.y());
    painter.save();
    if (away > 0.5) {
        const QPointF along = beyond / away, across(-along.y(), along.x());
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawPolygon(QPolygonF({edge, edge - 1.6 * radius * along + 0.9 * radius * across,
                                       edge - 1.6 * radius * along - 0.9 * radius * across}));
    } else {
        painter.setPen(QPen(color, 1.6 * line_width));
        painter.setBrush(theme.surface);
        paintMarker(painter, edge, radius, letter);
    }
    painter.restore();
}

void paintExtrapolated(QPainter& painter, const QRectF& rectangle, const Theme& theme, double line_width) {
    painter.save();
    painter.setPen(QPen(theme.text, 1.2 * line_width, Qt::DashLine, Qt::FlatCap));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(rectangle.adjusted(-line_width, -line_width, line_width, line_width));
    painter.restore();
}

} // namespace strata::views
