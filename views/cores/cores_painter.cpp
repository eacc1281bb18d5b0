// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/cores/cores_painter.h"

#include "views/cores/cores_text.h"
#include "views/support/plot/axis_ticks.h"
#include "views/support/plot/bar_piece.h"
#include "views/support/text/letter.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLeastName = 7.0; ///< characters that a name needs
constexpr double kFewPixels = 2.0; ///< narrower blocks have no line of their own

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// The parts of a block, from below.
enum class BlockPart : std::uint8_t { Compute, Reads, Writes, Results };
constexpr std::array kParts{BlockPart::Compute, BlockPart::Reads, BlockPart::Writes, BlockPart::Results};

SegmentLook lookOf(BlockPart part, const Theme& theme) {
    switch (part) {
    case BlockPart::Compute: return {theme.category(Category::Compute), Qt::SolidPattern};
    case BlockPart::Reads: return categoryLook(Category::Memory, theme);
    case BlockPart::Writes: return categoryLook(Category::Movement, theme);
    case BlockPart::Results: break;
    }
    return categoryLook(Category::Bubble, theme);
}

QString partText(BlockPart part) {
    switch (part) {
    case BlockPart::Compute: return tr("Computes");
    case BlockPart::Reads: return tr("Waits for reads");
    case BlockPart::Writes: return tr("Waits for writes");
    case BlockPart::Results: break;
    }
    return tr("Waits for results or room");
}

double secondsOf(BlockPart part, const CoreBlock& block) {
    switch (part) {
    case BlockPart::Compute: return block.compute_s;
    case BlockPart::Reads: return block.reads_s;
    case BlockPart::Writes: return block.writes_s;
    case BlockPart::Results: break;
    }
    return block.works() ? 0.0 : block.seconds();
}

void paintHeader(QPainter& painter, const CoreDrawing& drawing, const CoreLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const double square = metrics.height();
    paintLetter(painter, QRectF(layout.header.left(), layout.header.top(), square, square), QLatin1Char(look.letter),
                look.theme, look.font, false);
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(QPointF(layout.header.left() + square + 5.0, layout.header.top() + metrics.ascent()),
                     metrics.elidedText(coresHeader(drawing.picture, look.locale), Qt::ElideRight,
                                        layout.header.width() - square - 5.0));
}

void paintAxis(QPainter& painter, const CoreLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    const double first = std::ceil(layout.from_s / layout.axis_step) * layout.axis_step;
    for (double seconds = first; seconds <= layout.to_s * (1.0 + 1e-12); seconds += layout.axis_step) {
        const double x = layout.x(seconds);
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(QPointF(x, layout.area.top()), QPointF(x, layout.strip.bottom()));
        const QString text = tickText(seconds, "s", look.locale, 4);
        const double width = metrics.horizontalAdvance(text);
        const double left =
            std::clamp(x - width / 2, layout.area.left(), std::max(layout.area.left(), layout.area.right() - width));
        painter.setPen(look.theme.text_muted);
        painter.drawText(QPointF(left, layout.strip.bottom() + 3.0 + metrics.ascent()), text);
    }
}

/// A block as a column whose heights are shares of its time.
void paintBlock(QPainter& painter, const CoreBlock& block, const QRectF& place, const PictureLook& look) {
    const double seconds = block.seconds();
    double bottom = place.bottom();
    for (const BlockPart part : kParts) {
        const double height = seconds > 0 ? std::min(1.0, secondsOf(part, block) / seconds) * place.height() : 0.0;
        if (height <= 0.05) continue;
        const SegmentLook segment = lookOf(part, look.theme);
        const QRectF piece(place.left(), bottom - height, place.width(), height);
        if (place.width() < kFewPixels)
            painter.fillRect(piece, segment.color);
        else
            paintPiece(painter, piece, segment, look.theme, false, part == BlockPart::Results, look.line_width);
        bottom -= height;
    }
}

/// Neighbours of one layer and input on one core, as one place.
template <class Visit>
void forEachRun(const CoreDrawing& drawing, const CoreLayout& layout, const Visit& visit) {
    const std::vector<CoreBlock>& blocks = drawing.picture.blocks;
    for (std::size_t i = 0; i < blocks.size();) {
        QRectF run = layout.place(blocks[i]);
        std::size_t next = i + 1;
        for (; next < blocks.size() && blocks[next].core == blocks[i].core && blocks[next].layer == blocks[i].layer &&
               blocks[next].input == blocks[i].input && blocks[next].works() == blocks[i].works();
             ++next) {
            const QRectF place = layout.place(blocks[next]);
            if (place.width() > 0) run = run.width() > 0 ? run.united(place) : place;
        }
        if (run.width() > 0 && blocks[i].works()) visit(blocks[i], run);
        i = next;
    }
}

void paintNames(QPainter& painter, const CoreDrawing& drawing, const CoreLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const bool inputs = drawing.picture.severalInputs();
    painter.setFont(look.font);
    forEachRun(drawing, layout, [&](const CoreBlock& block, const QRectF& run) {
        if (run.width() > kFewPixels) {
            painter.setPen(QPen(look.theme.surface, look.line_width));
            painter.drawLine(run.topRight(), run.bottomRight());
        }
        QString name = toQString(block.layer);
        if (inputs)
            name = QStringLiteral("%1: %2").arg(look.locale.toString(static_cast<qlonglong>(block.input)), name);
        constexpr double kPadding = 6.0;
        const double room = run.width() - 2 * kPadding;
        if (room < kLeastName * metrics.averageCharWidth() || run.height() < metrics.height()) return;
        const QString text = metrics.elidedText(name, Qt::ElideMiddle, room);
        paintWords(painter, QPointF(run.left() + kPadding, run.bottom() - metrics.descent() - 2.0), text, look.theme,
                   look.theme.text);
    });
}

void paintLanes(QPainter& painter, const CoreDrawing& drawing, const CoreLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    painter.setFont(look.font);
    for (std::size_t c = 0; c < layout.lanes.size(); ++c) {
        painter.setPen(look.theme.text);
        if (layout.labels[c].height() >= 0.7 * metrics.height())
            painter.drawText(QPointF(layout.labels[c].left(),
                                     layout.labels[c].center().y() + (metrics.ascent() - metrics.descent()) / 2),
                             coreTitle(c + 1));
        painter.setPen(QPen(look.theme.hairline, look.line_width));
        painter.drawLine(layout.lanes[c].bottomLeft(), layout.lanes[c].bottomRight());
    }
    painter.setRenderHint(QPainter::Antialiasing, false); // blocks touch each other
    for (const CoreBlock& block : drawing.picture.blocks) {
        const QRectF place = layout.place(block);
        if (place.width() > 0) paintBlock(painter, block, place, look);
    }
    painter.setRenderHint(QPainter::Antialiasing);
    paintNames(painter, drawing, layout, look);
    if (drawing.chosen.empty()) return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(look.theme.accent, 2.0 * look.line_width));
    forEachRun(drawing, layout, [&](const CoreBlock& block, const QRectF& run) {
        if (block.layer == drawing.chosen) painter.drawRect(run.adjusted(0.0, -1.0, 0.0, 1.0));
    });
}

/// Reads as an area, writes as a line, and a bar above where a port is full.
void paintStrip(QPainter& painter, const CoreDrawing& drawing, const CoreLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const QRectF& strip = layout.strip;
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(
        QPointF(layout.strip_label.left(), strip.center().y() + (metrics.ascent() - metrics.descent()) / 2),
        memoryTitle());
    painter.setPen(QPen(look.theme.hairline, look.line_width));
    painter.drawLine(strip.topLeft(), strip.topRight());
    painter.drawLine(strip.bottomLeft(), strip.bottomRight());
    const QColor reads = look.theme.category(Category::Memory), writes = look.theme.category(Category::Movement);
    QPolygonF line;
    for (const MemorySlice& slice : drawing.picture.memory) {
        if (slice.end_s <= layout.from_s || slice.start_s >= layout.to_s) continue;
        const double left = layout.x(std::max(layout.from_s, slice.start_s)),
                     right = layout.x(std::min(layout.to_s, slice.end_s));
        const double high = std::min(1.0, slice.reads) * strip.height(),
                     y = strip.bottom() - std::min(1.0, slice.writes) * strip.height();
        painter.fillRect(QRectF(left, strip.bottom() - high, right - left, high), reads);
        if (slice.busiest() >= npu::kFullPort)
            painter.fillRect(QRectF(left, strip.top() - 3.0, right - left, 3.0), look.theme.error);
        line << QPointF(left, y) << QPointF(right, y);
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(writes, 1.6 * look.line_width));
    painter.drawPolyline(line);
}

} // namespace

Legend coresLegend(const CoreDrawing& drawing, const PictureLook& look, double width) {
    std::vector<Legend::Entry> entries;
    for (const BlockPart part : kParts) {
        const bool there = std::ranges::any_of(drawing.picture.blocks, [part](const CoreBlock& block) {
            return secondsOf(part, block) > 0.001 * block.seconds();
        });
        if (!there) continue;
        entries.push_back({partText(part),
                           [part, look](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, lookOf(part, look.theme), look.theme, false,
                                          part == BlockPart::Results, look.line_width);
                           },
                           {}});
    }
    if (drawing.picture.fullShare() > 0)
        entries.push_back({tr("A port of the memory is full"),
                           [look](QPainter& painter, const QRectF& place) {
                               painter.fillRect(QRectF(place.left(), place.center().y() - 1.5, place.width(), 3.0),
                                                look.theme.error);
                           },
                           {}});
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintCores(QPainter& painter, const CoreDrawing& drawing, const CoreLayout& layout, const Legend& legend,
                const PictureLook& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    paintHeader(painter, drawing, layout, look);
    legend.paint(painter, layout.legend, look.theme, look.font);
    paintAxis(painter, layout, look);
    paintLanes(painter, drawing, layout, look);
    paintStrip(painter, drawing, layout, look);
}

} // namespace strata::views
