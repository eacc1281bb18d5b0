// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_painter.h"
#include "views/mapping/paint_tools.h"
#include "views/support/theme/hatch.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QPainter>

namespace strata::views {
namespace {

/// Words at the right end of the bar, so that what is too much and the baseline still fit.
double scaleOf(const LevelModel& level) {
    double scale = std::max(level.occupancy->capacity, level.occupancy->used);
    if (level.baseline_occupancy)
        scale = std::max({scale, level.baseline_occupancy->capacity, level.baseline_occupancy->used});
    return std::max(scale, 1.0);
}

QColor hatchColor(const QColor& fill) {
    QColor color = fill.lightness() > 140 ? QColor(Qt::black) : QColor(Qt::white);
    color.setAlphaF(0.42f);
    return color;
}

void paintSegments(QPainter& painter, const NestPen& pen, const LevelModel& level, const QRectF& bar, double scale) {
    double x = bar.left();
    for (std::size_t tensor = 0; tensor < level.occupancy->words.size(); ++tensor) {
        const double words = level.occupancy->words[tensor];
        if (words <= 0.0) continue;
        const double width = std::max(pen.line, words / scale * bar.width());
        const QRectF segment(x, bar.top(), std::min(width, bar.right() - x), bar.height());
        const std::string& name = level.keeps[tensor].tensor;
        const QColor color = pen.theme.tensor(name);
        painter.fillRect(segment, color);
        if (pen.theme.hatch(name) != Qt::SolidPattern)
            paintHatch(painter, segment, pen.theme.hatch(name), hatchColor(color), pen.metrics.grid * 0.625, pen.line);
        x += width;
    }
}

void paintOverflow(QPainter& painter, const NestPen& pen, const QRectF& over) {
    painter.fillRect(over, mixed(pen.theme.surface, pen.theme.error, 0.25));
    paintHatch(painter, over, Qt::BDiagPattern, pen.theme.error, pen.metrics.grid * 0.5, pen.line * 1.5);
    painter.setPen(QPen(pen.theme.error, pen.line));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(over);
}

} // namespace

void paintOccupancy(QPainter& painter, const NestPen& pen, std::size_t index, bool stale) {
    const LevelModel& level = pen.model.levels[index];
    const RowBox& box = pen.layout.rows[index];
    if (!level.occupancy || level.occupancy_text.isEmpty()) return;
    const bool over = level.occupancy->used > level.occupancy->capacity;
    painter.setOpacity(stale ? 0.5 : 1.0);
    paintLine(painter, box.bar_text, pen.metrics.small, over ? pen.theme.error : pen.theme.text_muted,
              pen.layout.short_texts ? level.occupancy_short : level.occupancy_text, Qt::AlignRight | Qt::AlignVCenter);
    painter.setOpacity(1.0);
    if (box.bar.isEmpty()) return;
    const double scale = scaleOf(level);
    const QRectF& bar = box.bar;
    const double capacity = bar.left() + level.occupancy->capacity / scale * bar.width();
    const QRectF room(bar.left(), bar.top(), capacity - bar.left(), bar.height());
    painter.fillRect(room, mixed(pen.theme.surface, pen.theme.text, 0.10));
    painter.setOpacity(stale ? 0.5 : 1.0);
    paintSegments(painter, pen, level, bar, scale);
    if (over) {
        const double end = bar.left() + level.occupancy->used / scale * bar.width();
        paintOverflow(painter, pen, QRectF(capacity, bar.top(), end - capacity, bar.height()));
    }
    painter.setOpacity(1.0);
    if (level.baseline_occupancy) {
        const double end = bar.left() + level.baseline_occupancy->used / scale * bar.width();
        const double margin = pen.metrics.grid * 0.25;
        painter.setPen(QPen(pen.theme.text, pen.line, Qt::DashLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(
            QRectF(bar.left(), bar.top() - margin, std::max(end - bar.left(), pen.line), bar.height() + 2 * margin));
    }
    painter.setPen(QPen(over ? pen.theme.text : pen.theme.text_muted, pen.line * (over ? 2.0 : 1.0)));
    const double tick = over ? pen.metrics.grid * 0.375 : pen.metrics.grid * 0.125;
    painter.drawLine(QPointF(capacity, bar.top() - tick), QPointF(capacity, bar.bottom() + tick));
}

} // namespace strata::views
