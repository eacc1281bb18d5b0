// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/bar_piece.h"

#include "views/support/theme/hatch.h"
#include "views/support/theme/theme.h"

#include <QPainter>

namespace strata::views {

SegmentLook categoryLook(Category category, const Theme& theme) {
    return {theme.category(category), theme.hatch(name(category))};
}

void paintPiece(QPainter& painter, const QRectF& rectangle, const SegmentLook& look, const Theme& theme, bool hollow,
                bool faded, double line_width) {
    QColor color = look.color;
    QColor line = hollow ? color : theme.surface;
    if (faded) color.setAlphaF(0.22f);
    line.setAlphaF(faded ? 0.2f : hollow ? 0.75f : 0.55f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(hollow ? theme.surface : color);
    painter.drawRect(rectangle);
    paintHatch(painter, rectangle, look.hatch, line, 5.0, line_width);
    if (!hollow) return;
    const double half = line_width / 2;
    painter.setPen(QPen(color, line_width, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    if (rectangle.width() > line_width) painter.drawRect(rectangle.adjusted(half, half, -half, -half));
}

} // namespace strata::views
