// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/plot_parts.h"
#include "views/timeline/timeline_painter.h"

#include <algorithm>
#include <cmath>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

/// One value a column: the most blocks, or the sum of the queues, of the first stages of all replicas.
std::vector<double> levelsOf(const ServedTimeline& timeline, const PlotAxis& time, TimelineLevel level,
                             std::vector<PixelColumn>& columns) {
    std::vector<double> result(columns.size(), 0.0);
    for (const TimelineLane& lane : timeline.lanes) {
        if (lane.stage != 0) continue;
        fillColumns(lane, time.low, time.high, columns);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (level == TimelineLevel::Blocks)
                result[i] = std::max(result[i], static_cast<double>(columns[i].blocks));
            else
                result[i] += std::max(0.0F, columns[i].queued);
        }
    }
    return result;
}

/// Columns of one height that follow each other are one step. Only the selected design has a body.
void paintSteps(QPainter& painter, const QRectF& area, const PlotAxis& axis, const std::vector<double>& levels,
                double unit, const QColor& line, const std::optional<QColor>& body, double edge) {
    // One body, not one a column: Qt wakes its threads for every tall translucent area.
    QPolygonF outline;
    std::vector<QRectF> tops;
    const double width = area.width() / static_cast<double>(levels.size());
    for (std::size_t i = 0; i < levels.size();) {
        std::size_t end = i + 1;
        while (end < levels.size() && levels[end] == levels[i])
            ++end;
        const double left = area.left() + width * static_cast<double>(i);
        const double length = width * static_cast<double>(end - i);
        const double y = std::max(area.top(), axis.pixel(std::max(0.0, levels[i]) / unit));
        outline << QPointF(left, y) << QPointF(left + length, y);
        tops.emplace_back(left, std::min(y, area.bottom() - edge), length, edge);
        i = end;
    }
    if (body) {
        outline << area.bottomRight() << area.bottomLeft();
        painter.setPen(Qt::NoPen);
        painter.setBrush(*body);
        painter.drawPolygon(outline);
        painter.setBrush(Qt::NoBrush);
    }
    for (const QRectF& top : tops)
        painter.fillRect(top, line);
}

} // namespace

void paintLevels(QPainter& painter, const QRectF& area, const TimelinePicture& picture, TimelineLevel level,
                 const ServingLook& look, double columns_per_unit) {
    std::vector<PixelColumn> columns(
        static_cast<std::size_t>(std::max(1.0, std::floor(area.width() * columns_per_unit))));
    const std::vector<double> shown = levelsOf(*picture.selected, picture.time, level, columns);
    std::vector<double> other;
    if (picture.baseline) other = levelsOf(*picture.baseline, picture.time, level, columns);
    const bool blocks = level == TimelineLevel::Blocks;
    const bool shares = blocks && picture.selected->blocks > 0;
    PlotAxis axis{0.0, 1.0, false, area.bottom(), area.top()};
    if (!shares) {
        double most = *std::ranges::max_element(shown);
        if (!other.empty()) most = std::max(most, *std::ranges::max_element(other));
        axis.high = std::max(1.0, 1.1 * most);
    }
    const auto unitOf = [blocks](const ServedTimeline& timeline) {
        return blocks && timeline.blocks > 0 ? static_cast<double>(timeline.blocks) : 1.0;
    };
    paintUpwards(painter, area, axis, shares ? "1" : "", {}, look);
    // Columns are upright rectangles: smoothing and strokes of thousands of steps would cost ten times as much.
    painter.setRenderHint(QPainter::Antialiasing, false);
    const QColor color = look.theme.design(look.letter);
    QColor body = color;
    body.setAlphaF(picture.stale ? 0.15F : 0.3F);
    const double edge = 1.2 * look.line_width;
    paintSteps(painter, area, axis, shown, unitOf(*picture.selected), color, body, edge);
    if (!other.empty())
        paintSteps(painter, area, axis, other, unitOf(*picture.baseline), look.theme.design(look.baseline_letter), {},
                   edge);
    painter.setRenderHint(QPainter::Antialiasing, true);
    painter.setFont(look.font);
    const QFontMetricsF metrics(look.font);
    const QString title = blocks ? tr("KV cache of the fullest replica") : tr("Waiting requests of all replicas");
    paintWords(painter, QPointF(area.left() + 4.0, area.top() + metrics.ascent()), title, look.theme,
               look.theme.text_muted);
}

} // namespace strata::views
