// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/theme/marker.h"

#include <cmath>
#include <numbers>
#include <QPainter>
#include <QPolygonF>

namespace strata::views {
namespace {

QPolygonF polygon(const QPointF& centre, double radius, int corners, double turn) {
    QPolygonF shape;
    for (int i = 0; i < corners; ++i) {
        const double angle = turn + 2.0 * std::numbers::pi * i / corners;
        shape << centre + radius * QPointF(std::sin(angle), -std::cos(angle));
    }
    return shape;
}

QPolygonF cross(const QPointF& centre, double radius, double turn) {
    const double wide = radius;
    const double thin = 0.42 * radius;
    QPolygonF shape;
    for (int i = 0; i < 4; ++i) {
        const double angle = turn + 0.5 * std::numbers::pi * i;
        const QPointF along(std::sin(angle), -std::cos(angle));
        const QPointF across(std::cos(angle), std::sin(angle));
        shape << centre + along * wide - across * thin << centre + along * wide + across * thin
              << centre + (along + across) * thin;
    }
    return shape;
}

} // namespace

void paintMarker(QPainter& painter, const QPointF& centre, double radius, char letter) {
    constexpr double kQuarter = std::numbers::pi / 4.0;
    const int index = letter >= 'A' && letter <= 'Z' ? (letter - 'A') % 8 : 0;
    switch (index) {
    case 0: painter.drawEllipse(centre, radius, radius); return;
    case 1: painter.drawPolygon(polygon(centre, 1.25 * radius, 4, kQuarter)); return; // square
    case 2: painter.drawPolygon(polygon(centre, 1.45 * radius, 3, 0.0)); return;      // triangle
    case 3: painter.drawPolygon(polygon(centre, 1.30 * radius, 4, 0.0)); return;      // diamond
    case 4: painter.drawPolygon(polygon(centre, 1.45 * radius, 3, 4.0 * kQuarter)); return;
    case 5: painter.drawPolygon(polygon(centre, 1.15 * radius, 5, 0.0)); return;
    case 6: painter.drawPolygon(cross(centre, 1.20 * radius, 0.0)); return;
    default: painter.drawPolygon(cross(centre, 1.20 * radius, kQuarter)); return;
    }
}

} // namespace strata::views
