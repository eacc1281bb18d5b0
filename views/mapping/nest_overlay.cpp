// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_painter.h"
#include "views/mapping/paint_tools.h"
#include "views/support/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {

void paintFocus(QPainter& painter, const NestPen& pen, const NestItem& item) {
    QRectF box;
    double radius = pen.metrics.grid;
    if (item.kind == NestItem::Kind::Chip) {
        const ChipBox* const chip = pen.layout.find(item.place);
        if (chip == nullptr) return;
        box = chip->rect;
        if (item.place.kind != LoopKind::Temporal) radius = pen.metrics.grid * 0.25;
    } else {
        for (const DotBox& dot : pen.layout.dots)
            if (dot.level == item.level && dot.tensor == item.tensor) box = dot.rect;
        radius = box.width() / 2.0;
    }
    const double margin = pen.line * 2.0;
    painter.setPen(QPen(pen.theme.accent, pen.line * 2.0));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(box.adjusted(-margin, -margin, margin, margin), radius + margin, radius + margin);
}

void paintDrag(QPainter& painter, const NestPen& pen, const DragPicture& drag) {
    for (const LoopZone& legal : drag.legal) {
        const ZoneBox* const zone = pen.layout.find(legal);
        if (zone == nullptr) continue;
        const bool target = drag.target == legal;
        QColor fill = pen.theme.accent;
        fill.setAlphaF(target ? 0.18f : 0.06f);
        const double margin = pen.line * 2.0;
        painter.setBrush(fill);
        painter.setPen(QPen(pen.theme.accent, pen.line * (target ? 2.0 : 1.0), target ? Qt::SolidLine : Qt::DashLine));
        painter.drawRoundedRect(zone->rect.adjusted(-margin, -margin, margin, margin), pen.metrics.grid * 0.5,
                                pen.metrics.grid * 0.5);
    }
}

void paintCarried(QPainter& painter, const NestPen& pen, const DragPicture& drag) {
    const double width = QFontMetricsF(pen.metrics.bold).horizontalAdvance(drag.label) + pen.metrics.grid * 2.5;
    const QRectF box(drag.pointer.x() + pen.metrics.grid * 1.5, drag.pointer.y() + pen.metrics.grid * 0.75, width,
                     pen.metrics.chip_height);
    const double radius = drag.spatial ? pen.metrics.grid * 0.25 : pen.metrics.grid;
    QColor shadow = pen.theme.dark ? QColor(Qt::black) : pen.theme.text;
    shadow.setAlphaF(0.18f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(shadow);
    painter.drawRoundedRect(box.translated(0, pen.line * 2.0), radius, radius);
    painter.setBrush(drag.target ? pen.theme.accent : mixed(pen.theme.surface, pen.theme.text, 0.55));
    painter.drawRoundedRect(box, radius, radius);
    paintLine(painter, box, pen.metrics.bold, pen.theme.surface, drag.label, Qt::AlignCenter);
}

} // namespace strata::views
