// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/memory_painter.h"

#include "views/support/plot/axis_ticks.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"
#include "views/support/text/told.h"
#include "views/support/theme/hatch.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

QString stateText(const MemoryPicture& picture, const QLocale& locale) {
    const StageBar& bar = *picture.fullest();
    const QString holds =
        tr("Fullest stage %1: %2")
            .arg(locale.toString(static_cast<qlonglong>(bar.stage)), shortText(bar.total_bytes, "B", locale));
    if (bar.overBytes() > 0.0) return tr("%1, %2 over").arg(holds, shortText(bar.overBytes(), "B", locale));
    if (!bar.capacity_bytes) return holds;
    return tr("%1, %2 of what is free").arg(holds, shareText(bar.total_bytes / *bar.capacity_bytes, locale));
}

void paintHeader(QPainter& painter, const MemoryPicture& selected, const MemoryPicture* baseline,
                 const MemoryLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const double square = layout.header.height();
    double x = layout.header.left();
    painter.setFont(look.font);
    const auto paintStages = [&](const MemoryPicture& picture, char letter, bool hollow) {
        const double room = layout.header.right() - x - square - 5.0;
        if (room < 40.0) return;
        paintLetter(painter, QRectF(x, layout.header.top(), square, square), QLatin1Char(letter), look.theme, look.font,
                    hollow);
        const bool over = picture.fullest()->overBytes() > 0.0;
        const QString text = metrics.elidedText(stateText(picture, look.locale), Qt::ElideRight, room);
        painter.setFont(look.font);
        painter.setPen(over ? look.theme.error : look.theme.text);
        painter.drawText(QPointF(x + square + 5.0, layout.header.top() + metrics.ascent()), text);
        x += square + 5.0 + metrics.horizontalAdvance(text) + 2.0 * kGap;
    };
    paintStages(selected, look.letter, false);
    if (baseline != nullptr) paintStages(*baseline, look.baseline_letter, true);
    if (layout.advice.isEmpty()) return;
    painter.setPen(look.theme.text_muted);
    painter.drawText(QPointF(layout.advice.left(), layout.advice.top() + metrics.ascent()),
                     metrics.elidedText(tr("Would fit: %1").arg(told(selected.fixes, look.locale)), Qt::ElideRight,
                                        layout.advice.width()));
}

void paintAxis(QPainter& painter, const MemoryPicture& longer, const MemoryLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    for (double bytes = 0.0; bytes <= layout.most; bytes += layout.axis_step) {
        const double y = layout.y(bytes);
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(layout.area.left(), y), QPointF(layout.area.right(), y));
        const QString text = tickText(bytes, "B", look.locale);
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(layout.area.left() - 6.0 - metrics.horizontalAdvance(text),
                                 y + (metrics.ascent() - metrics.descent()) / 2),
                         text);
    }
    const double slot = layout.area.width() / static_cast<double>(layout.stages.size());
    const double widest = metrics.horizontalAdvance(QStringLiteral("000"));
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(widest / slot)));
    const double base = layout.area.bottom() + 3.0 + metrics.ascent();
    for (std::size_t i = 0; i < longer.stages.size(); i += every) {
        const QString number = look.locale.toString(static_cast<qlonglong>(longer.stages[i].stage));
        const double x = layout.area.left() + (static_cast<double>(i) + 0.5) * slot;
        painter.drawText(QPointF(x - metrics.horizontalAdvance(number) / 2, base), number);
    }
    const QString title = tr("Pipeline stage");
    painter.drawText(QPointF(layout.area.center().x() - metrics.horizontalAdvance(title) / 2, base + metrics.height()),
                     title);
}

void paintCapacity(QPainter& painter, const MemoryPicture& picture, const MemoryLayout& layout,
                   const PictureLook& look) {
    const auto capacity = picture.stages.front().capacity_bytes;
    if (!capacity) return;
    const double y = layout.y(*capacity);
    painter.setPen(QPen(look.theme.text, 1.4 * look.line_width, Qt::DashLine));
    painter.drawLine(QPointF(layout.area.left(), y), QPointF(layout.area.right(), y));
    painter.setFont(look.font);
    const QString text = tr("The device leaves %1").arg(shortText(*capacity, "B", look.locale));
    const double width = QFontMetricsF(look.font).horizontalAdvance(text);
    paintWords(painter, QPointF(layout.area.right() - width - 4.0, y - 4.0), text, look.theme, look.theme.text);
}

void paintBars(QPainter& painter, const MemoryLayout& layout, const PictureLook& look) {
    for (const StagePlace& place : layout.stages)
        for (std::size_t kind = 0; kind < kHeldKinds; ++kind) {
            const SegmentLook segment = heldLook(static_cast<Held>(kind), look.theme);
            if (place.pieces[kind].height() > 0.0)
                paintPiece(painter, place.pieces[kind], segment, look.theme, false, false, look.line_width);
            if (place.twin_pieces[kind].height() > 0.0)
                paintPiece(painter, place.twin_pieces[kind], segment, look.theme, true, false, look.line_width);
        }
}

/// What lies over the capacity is hatched red, with the excess above it where there is room.
void paintExcess(QPainter& painter, const MemoryPicture& selected, const MemoryLayout& layout,
                 const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    double free_x = layout.area.left();
    for (std::size_t i = 0; i < selected.stages.size(); ++i) {
        const QRectF& over = layout.stages[i].over;
        if (over.isEmpty()) continue;
        painter.setPen(Qt::NoPen);
        painter.fillRect(over, look.theme.surface);
        paintHatch(painter, over, Qt::BDiagPattern, look.theme.error, 4.0, 1.2 * look.line_width);
        painter.setPen(QPen(look.theme.error, 1.2 * look.line_width));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(over);
        const QString text = QLatin1Char('+') + shortText(selected.stages[i].overBytes(), "B", look.locale);
        const double width = metrics.horizontalAdvance(text);
        const double left = std::clamp(over.center().x() - width / 2, layout.area.left(),
                                       std::max(layout.area.left(), layout.area.right() - width));
        if (left < free_x) continue;
        paintWords(painter, QPointF(left, over.top() - 4.0), text, look.theme, look.theme.error);
        free_x = left + width + kGap;
    }
}

} // namespace

QString heldText(Held held) {
    switch (held) {
    case Held::Weights: return tr("Weights");
    case Held::Gradients: return tr("Gradients");
    case Held::Optimizer: return tr("Optimizer states");
    case Held::Activations: return tr("Activations");
    case Held::Buffers: break;
    }
    return tr("Buffers");
}

SegmentLook heldLook(Held held, const Theme& theme) {
    switch (held) {
    case Held::Weights: return {theme.tensor("weights"), theme.hatch("weights")};
    case Held::Gradients: return {theme.tensor("outputs"), theme.hatch("outputs")};
    case Held::Optimizer: return {theme.category(Category::Memory), Qt::HorPattern};
    case Held::Activations: return {theme.tensor("inputs"), theme.hatch("inputs")};
    case Held::Buffers: break;
    }
    return {theme.category(Category::Other), Qt::CrossPattern};
}

Legend memoryLegend(const MemoryPicture& picture, const MemoryPicture* baseline, const PictureLook& look,
                    double width) {
    std::vector<Legend::Entry> entries;
    for (std::size_t kind = 0; kind < kHeldKinds; ++kind) {
        const auto has = [kind](const StageBar& bar) { return bar.bytes[kind] > 0.0; };
        const bool there = std::ranges::any_of(picture.stages, has) ||
                           (baseline != nullptr && std::ranges::any_of(baseline->stages, has));
        if (!there) continue;
        const SegmentLook segment = heldLook(static_cast<Held>(kind), look.theme);
        entries.push_back({heldText(static_cast<Held>(kind)),
                           [segment, look](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, segment, look.theme, false, false, look.line_width);
                           },
                           {}});
    }
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintMemory(QPainter& painter, const MemoryPicture& selected, const MemoryPicture* baseline,
                 const MemoryLayout& layout, const Legend& legend, const PictureLook& look) {
    const bool longer = baseline != nullptr && baseline->stages.size() > selected.stages.size();
    paintHeader(painter, selected, baseline, layout, look);
    paintAxis(painter, longer ? *baseline : selected, layout, look);
    paintBars(painter, layout, look);
    paintExcess(painter, selected, layout, look);
    paintCapacity(painter, selected, layout, look);
    legend.paint(painter, layout.legend, look.theme, look.font);
}

} // namespace strata::views
