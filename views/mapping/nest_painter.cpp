// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/mapping/nest_painter.h"

#include "views/mapping/mapping_text.h"
#include "views/mapping/paint_tools.h"
#include "views/support/theme/theme.h"

#include <algorithm>
#include <QPainter>
#include <QPainterPath>

namespace strata::views {
namespace {

void paintBands(QPainter& painter, const NestPen& pen) {
    QColor tint = pen.theme.text;
    tint.setAlphaF(pen.theme.dark ? 0.014f : 0.010f);
    for (const RowBox& row : pen.layout.rows) {
        painter.fillRect(row.band, tint);
        painter.fillRect(QRectF(row.band.left(), row.band.top(), pen.line * 2.0, row.band.height()),
                         pen.theme.hairline);
        painter.fillRect(QRectF(row.band.left(), row.band.top(), row.band.width(), pen.line), pen.theme.hairline);
    }
    const QRectF& array = pen.layout.array_row;
    painter.fillRect(QRectF(array.left(), array.top(), array.width(), pen.line), pen.theme.hairline);
}

/// Short bars side by side for columns, one above the other for rows: the axis without its colour.
void paintAxisGlyph(QPainter& painter, const QRectF& box, LoopKind kind, const QColor& color) {
    const double bar = box.width() / 5.0;
    for (int i = 0; i < 3; ++i) {
        const double offset = 2.0 * bar * i;
        painter.fillRect(kind == LoopKind::SpatialX ? QRectF(box.left() + offset, box.top(), bar, box.height())
                                                    : QRectF(box.left(), box.top() + offset, box.width(), bar),
                         color);
    }
}

/// Which tensors the loop walks along: a fixed slot for each, so that position tells as much as colour.
void paintTensorSlots(QPainter& painter, const NestPen& pen, const ChipModel& chip, const QRectF& box) {
    const double slot =
        std::min(pen.metrics.grid, (box.width() - pen.metrics.grid) / static_cast<double>(chip.indexes.size()));
    const double height = pen.metrics.grid * 0.25;
    double x = box.center().x() - slot * static_cast<double>(chip.indexes.size()) / 2.0;
    const double y = box.bottom() - height - pen.metrics.grid * 0.375;
    for (std::size_t tensor = 0; tensor < chip.indexes.size(); ++tensor, x += slot) {
        if (!chip.indexes[tensor]) continue;
        painter.fillRect(QRectF(x + pen.line * 0.5, y, slot - pen.line, height),
                         pen.theme.tensor(pen.model.query->problem.tensors[tensor].name));
    }
}

/// A padlock, centred at a point.
void paintLock(QPainter& painter, const NestPen& pen, const QPointF& centre) {
    const double unit = pen.metrics.grid / 8.0;
    const QRectF body(centre.x() - 3.0 * unit, centre.y() - 0.5 * unit, 6.0 * unit, 4.5 * unit);
    painter.setPen(QPen(pen.theme.accent, 1.4 * unit));
    painter.setBrush(pen.theme.surface);
    painter.drawArc(QRectF(centre.x() - 2.0 * unit, centre.y() - 4.0 * unit, 4.0 * unit, 6.0 * unit), 0, 180 * 16);
    painter.fillRect(body, pen.theme.accent);
}

struct ChipLook {
    bool hovered = false;
    bool landed = false;
};

void paintChip(QPainter& painter, const NestPen& pen, const ChipModel& chip, const QRectF& box, ChipLook look) {
    const bool spatial = chip.place.kind != LoopKind::Temporal;
    const double radius = spatial ? pen.metrics.grid * 0.25 : pen.metrics.grid;
    QColor fill = mixed(pen.theme.surface, pen.theme.text, spatial ? 0.07 : 0.0);
    if (look.hovered) fill = mixed(fill, pen.theme.accent, 0.10);
    if (look.landed) fill = mixed(fill, pen.theme.accent, 0.22);
    const bool strong = look.hovered || look.landed;
    painter.setPen(QPen(strong ? pen.theme.accent : mixed(pen.theme.surface, pen.theme.text, 0.38), pen.line));
    painter.setBrush(fill);
    const double half = pen.line / 2.0;
    painter.drawRoundedRect(box.adjusted(half, half, -half, -half), radius, radius);
    QRectF text = box;
    if (spatial) {
        const double side = pen.metrics.grid;
        const QRectF glyph(box.left() + pen.metrics.grid * 0.5, box.center().y() - side / 2.0, side, side);
        paintAxisGlyph(painter, glyph, chip.place.kind, mixed(pen.theme.surface, pen.theme.text, 0.6));
        text.setLeft(glyph.right());
    }
    text.adjust(0, -pen.metrics.grid * 0.25, 0, -pen.metrics.grid * 0.25);
    paintLine(painter, text, pen.metrics.font, pen.theme.text, chip.label, Qt::AlignCenter);
    paintTensorSlots(painter, pen, chip, box);
    if (chip.locked)
        paintLock(painter, pen, box.topRight() + QPointF(-pen.metrics.grid * 0.25, pen.metrics.grid * 0.25));
}

void paintZone(QPainter& painter, const NestPen& pen, const ZoneBox& zone) {
    const LevelModel& level = pen.model.levels[zone.zone.level];
    const bool spatial = zone.zone.kind != LoopKind::Temporal;
    if (!spatial) return;
    const bool x = zone.zone.kind == LoopKind::SpatialX;
    const bool over = x ? level.used_x > level.fanout_x : level.used_y > level.fanout_y;
    painter.setPen(QPen(over ? pen.theme.error : pen.theme.hairline, pen.line));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(zone.rect, pen.metrics.grid * 0.375, pen.metrics.grid * 0.375);
    paintLine(painter, zone.caption_rect, pen.metrics.small, over ? pen.theme.error : pen.theme.text_muted,
              zone.caption);
}

void paintDot(QPainter& painter, const NestPen& pen, const DotBox& dot, bool hovered) {
    const KeepModel& keep = pen.model.levels[dot.level].keeps[dot.tensor];
    const QColor color = pen.theme.tensor(keep.tensor);
    if (!keep.kept && !keep.changeable) {
        const double half = dot.rect.width() * 0.16;
        painter.setPen(QPen(mixed(pen.theme.surface, pen.theme.text, 0.35), pen.line * 1.5));
        painter.drawLine(dot.rect.center() - QPointF(half, 0), dot.rect.center() + QPointF(half, 0));
        return;
    }
    painter.setPen(QPen(hovered && keep.changeable ? pen.theme.accent : color, pen.line * (hovered ? 2.0 : 1.25)));
    painter.setBrush(keep.kept ? QBrush(color) : QBrush(pen.theme.surface));
    painter.drawEllipse(dot.rect.adjusted(pen.line, pen.line, -pen.line, -pen.line));
    paintLine(painter, dot.rect, pen.metrics.small, keep.kept ? QColor(Qt::white) : pen.theme.text_muted, keep.letter,
              Qt::AlignCenter);
    if (keep.locked) paintLock(painter, pen, dot.rect.topRight());
    if (!keep.baseline) return;
    painter.setPen(QPen(pen.theme.text, pen.line, Qt::DotLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(dot.rect.adjusted(-pen.line * 1.5, -pen.line * 1.5, pen.line * 1.5, pen.line * 1.5));
}

/// A coloured bar, a faint ground and the sentence: where something is wrong, in place.
void paintRemark(QPainter& painter, const NestPen& pen, const QRectF& box, const QColor& color, const QString& text,
                 const QFont& font) {
    painter.fillRect(box, mixed(pen.theme.surface, color, 0.10));
    painter.fillRect(QRectF(box.left(), box.top(), pen.line * 3.0, box.height()), color);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(box.adjusted(pen.metrics.grid, 0, -pen.metrics.grid, 0), Qt::TextWordWrap | Qt::AlignVCenter,
                     text);
}

void paintLevelTexts(QPainter& painter, const NestPen& pen, std::size_t index) {
    const LevelModel& level = pen.model.levels[index];
    const RowBox& box = pen.layout.rows[index];
    QRectF name = box.name;
    if (level.stores) name.translate(0, -pen.metrics.grid * 0.125);
    paintLine(painter, name, pen.metrics.bold, pen.theme.text, level.name);
    paintLine(painter, box.detail, pen.metrics.small, pen.theme.text_muted, level.detail);
    if (!level.bandwidth.isEmpty())
        paintRemark(painter, pen, box.bandwidth, pen.theme.warning, level.bandwidth, pen.metrics.small);
    for (std::size_t i = 0; i < box.problems.size(); ++i)
        paintRemark(painter, pen, box.problems[i], pen.theme.error, level.problems[static_cast<qsizetype>(i)],
                    pen.metrics.small);
    if (level.baseline_text.isEmpty()) return;
    painter.setFont(pen.metrics.small);
    painter.setPen(pen.theme.text_muted);
    painter.drawText(box.baseline, Qt::TextWordWrap | Qt::AlignVCenter, level.baseline_text);
}

} // namespace

void paintNest(QPainter& painter, const NestPen& pen, const NestState& state) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (!pen.model.message.isEmpty())
        paintRemark(painter, pen, pen.layout.message, pen.model.failed ? pen.theme.error : pen.theme.text_muted,
                    pen.model.message, pen.metrics.font);
    if (pen.model.levels.empty()) return;
    paintBands(painter, pen);
    if (state.drag) paintDrag(painter, pen, *state.drag);
    for (const ZoneBox& zone : pen.layout.zones)
        paintZone(painter, pen, zone);
    for (std::size_t level = 0; level < pen.model.levels.size(); ++level) {
        paintLevelTexts(painter, pen, level);
        paintOccupancy(painter, pen, level, state.stale);
    }
    for (const ChipBox& box : pen.layout.chips) {
        const ChipModel& chip = pen.model.levels[box.place.level].chips(box.place.kind)[box.place.index];
        const bool landed = state.drag && state.drag->landed == box.place;
        paintChip(painter, pen, chip, box.rect, {state.hover == NestItem::chip(box.place), landed});
    }
    for (const DotBox& dot : pen.layout.dots)
        paintDot(painter, pen, dot, state.hover == NestItem::dot(dot.level, dot.tensor));
    paintArray(painter, pen, state.stale);
    if (state.focus) paintFocus(painter, pen, *state.focus);
}

} // namespace strata::views
