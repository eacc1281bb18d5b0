// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_painter.h"

#include "views/mapping/paint_tools.h"
#include "views/pipeline/lane_painter.h"
#include "views/pipeline/pipeline_text.h"
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

constexpr double kCriticalRoom = 3.0; // units for one of its blocks

QColor bubbleColor(const Theme& theme) {
    return mixed(theme.category(Category::Bubble), theme.surface, theme.dark ? 0.55 : 0.5);
}

void paintHeader(QPainter& painter, const Timeline& timeline, const TimelineRows& rows, const PictureLook& look,
                 bool baseline) {
    const double square = rows.header.height();
    const QRectF letter(rows.header.left(), rows.header.top(), square, square);
    const char design = baseline ? look.baseline_letter : look.letter;
    paintLetter(painter, letter, QLatin1Char(design), look.theme, look.font, baseline);
    const QFontMetricsF metrics(look.font);
    const double left = letter.right() + 6.0;
    painter.setFont(look.font);
    painter.setPen(look.theme.text);
    painter.drawText(
        QPointF(left, rows.header.top() + metrics.ascent()),
        metrics.elidedText(timelineSummary(timeline, look.locale), Qt::ElideRight, rows.header.right() - left));
}

void paintLabels(QPainter& painter, const Timeline& timeline, const TimelineLayout& layout, const TimelineRows& rows,
                 const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(metrics.height() / rows.row_height)));
    painter.setFont(look.font);
    painter.setPen(look.theme.text_muted);
    for (std::size_t stage = 0; stage < timeline.stages(); stage += every) {
        const QRectF row = rows.row(stage);
        const QString number = look.locale.toString(static_cast<qulonglong>(stage));
        painter.drawText(QPointF(layout.labels.right() - metrics.horizontalAdvance(number),
                                 row.center().y() + (metrics.ascent() - metrics.descent()) / 2),
                         number);
    }
}

void paintRows(QPainter& painter, const Timeline& timeline, const TimelineLayout& layout, const TimelineRows& rows,
               const PictureLook& look) {
    LanePainter lanes(painter, timeline, layout, look);
    const double right = std::min(rows.area.right(), layout.x(timeline.seconds));
    const double left = std::max(rows.area.left(), layout.x(0.0));
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t stage = 0; stage < timeline.stages(); ++stage) {
        const QRectF computation = lanePlace(timeline, rows, stage, false);
        if (right > left)
            painter.fillRect(QRectF(left, computation.top(), right - left, computation.height()),
                             bubbleColor(look.theme));
        lanes.paint(computation, stage, false);
        if (timeline.communicates) lanes.paint(lanePlace(timeline, rows, stage, true), stage, true);
    }
    painter.setRenderHint(QPainter::Antialiasing, true);
}

/// A path that goes to and fro within a few pixels would hide the blocks.
bool criticalIsLegible(const Timeline& timeline, const TimelineLayout& layout) {
    const auto shown = std::ranges::count_if(timeline.critical, [&](std::uint32_t index) {
        const TimelineBlock& block = timeline.blocks[index];
        return block.end_s > layout.range.from_s && block.start_s < layout.range.to_s;
    });
    return static_cast<double>(shown) * kCriticalRoom <= layout.axis.width();
}

void paintCritical(QPainter& painter, const Timeline& timeline, const TimelineLayout& layout, const TimelineRows& rows,
                   const PictureLook& look) {
    if (!criticalIsLegible(timeline, layout)) return;
    painter.setBrush(Qt::NoBrush);
    const double width = 1.6 * look.line_width;
    QPointF before;
    bool started = false;
    for (const std::uint32_t index : timeline.critical) {
        const TimelineBlock& block = timeline.blocks[index];
        const bool shown = block.end_s > layout.range.from_s && block.start_s < layout.range.to_s;
        if (!shown) {
            started = false;
            continue;
        }
        const QRectF box = blockPlace(timeline, rows, layout, index);
        painter.setPen(QPen(look.theme.text, width));
        if (started && std::abs(before.y() - box.center().y()) > 0.5)
            painter.drawLine(before, QPointF(box.left(), box.center().y()));
        if (box.width() > 3.0 * width && box.height() > 3.0 * width)
            painter.drawRect(box.adjusted(width / 2, width / 2, -width / 2, -width / 2));
        else
            painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()));
        before = QPointF(box.right(), box.center().y());
        started = true;
    }
}

void paintAxis(QPainter& painter, const TimelineLayout& layout, const PictureLook& look) {
    const QFontMetricsF metrics(look.font);
    const double room = metrics.horizontalAdvance(QStringLiteral("0000.0 ms")) + 8.0;
    const double step = roundStep(layout.range.length(), layout.axis.width() / room);
    painter.setFont(look.font);
    const double bottom = layout.axis.top();
    painter.setPen(QPen(look.theme.text_muted, look.line_width));
    painter.drawLine(layout.axis.topLeft(), layout.axis.topRight());
    for (double k = std::ceil(layout.range.from_s / step); k * step <= layout.range.to_s; ++k) {
        const double x = layout.x(k * step);
        painter.setPen(QPen(look.theme.text_muted, look.line_width));
        painter.drawLine(QPointF(x, bottom), QPointF(x, bottom + 3.0));
        const QString text = tickText(k * step, "s", look.locale);
        const double half = metrics.horizontalAdvance(text) / 2;
        if (x + half > layout.axis.right() + 6.0) continue;
        painter.drawText(QPointF(std::max(x - half, 0.0), bottom + 4.0 + metrics.ascent()), text);
    }
}

} // namespace

QColor blockColor(BlockKind kind, const Theme& theme) {
    const QColor compute = theme.category(Category::Compute);
    switch (kind) {
    case BlockKind::Forward: return compute;
    case BlockKind::Backward: return mixed(compute, Qt::white, 0.42);
    case BlockKind::Weight: return mixed(compute, Qt::black, 0.45);
    case BlockKind::Optimizer: return theme.category(Category::Memory);
    case BlockKind::Communication: return theme.category(Category::Communication);
    case BlockKind::Host: return theme.category(Category::Launch);
    case BlockKind::Other:
    case BlockKind::Passes: break;
    }
    return theme.category(Category::Other);
}

Legend timelineLegend(const Timeline& timeline, const PictureLook& look, bool critical, double width) {
    std::array<bool, kBlockKinds.size()> there{};
    for (const TimelineBlock& block : timeline.blocks) {
        const auto seconds = secondsByKind(block);
        for (std::size_t kind = 0; kind < seconds.size(); ++kind)
            there[kind] = there[kind] || seconds[kind] > 0.0;
    }
    std::vector<Legend::Entry> entries;
    const auto filled = [](const QColor& color) {
        return [color](QPainter& painter, const QRectF& place) { painter.fillRect(place, color); };
    };
    for (const BlockKind kind : kBlockKinds)
        if (there[static_cast<std::size_t>(kind)])
            entries.push_back({kindText(kind), filled(blockColor(kind, look.theme)), {}});
    entries.push_back({categoryText(Category::Bubble), filled(bubbleColor(look.theme)), {}});
    if (critical) {
        const auto frame = [look](QPainter& painter, const QRectF& place) {
            painter.setPen(QPen(look.theme.text, 1.6 * look.line_width));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(place);
        };
        const bool dense = static_cast<double>(timeline.critical.size()) * kCriticalRoom > width;
        entries.push_back(
            {QCoreApplication::translate("strata::views",
                                         dense ? QT_TRANSLATE_NOOP("strata::views", "Critical path, when zoomed in")
                                               : QT_TRANSLATE_NOOP("strata::views", "Critical path")),
             frame,
             {}});
    }
    Legend legend;
    legend.layOut(std::move(entries), look.font, width);
    return legend;
}

void paintTimeline(QPainter& painter, const Timeline& selected, const Timeline* baseline, const TimelineLayout& layout,
                   const Legend& legend, const PictureLook& look, bool critical) {
    const auto paintRun = [&](const Timeline& timeline, const TimelineRows& rows, bool twin) {
        paintHeader(painter, timeline, rows, look, twin);
        paintLabels(painter, timeline, layout, rows, look);
        paintRows(painter, timeline, layout, rows, look);
        if (critical) paintCritical(painter, timeline, layout, rows, look);
    };
    paintRun(selected, layout.selected, false);
    if (baseline != nullptr) paintRun(*baseline, layout.baseline, true);
    paintAxis(painter, layout, look);
    legend.paint(painter, layout.legend, look.theme, look.font);
}

} // namespace strata::views
