// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/timeline/timeline_layout.h"

#include "views/support/plot/bar_piece.h"
#include "views/support/plot/plot_parts.h"
#include "views/timeline/timeline_painter.h"

#include <algorithm>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kLeastLane = 7.0, kMostLane = 26.0;

QString tr(const char* text) { return QCoreApplication::translate("strata::views", text); }

std::vector<Legend::Entry> legendEntries(const TimelinePicture& picture, const ServingLook& look) {
    std::vector<Legend::Entry> entries;
    const auto add = [&](const QString& text, Category category) {
        entries.push_back({text,
                           [category, &look](QPainter& painter, const QRectF& place) {
                               paintPiece(painter, place, categoryLook(category, look.theme), look.theme, false, false,
                                          look.line_width);
                           },
                           {}});
    };
    for (const Work work : kAllWork)
        if (work != Work::Moving || (picture.selected && picture.selected->moves))
            add(workText(work), workCategory(work));
    if (picture.selected && !picture.selected->transfers.empty()) add(tr("Cache transfer"), Category::Communication);
    if (picture.selected && !picture.selected->evictions.empty())
        entries.push_back(
            {tr("Eviction"),
             [&look](QPainter& painter, const QRectF& place) {
                 painter.setPen(Qt::NoPen);
                 painter.setBrush(look.theme.category(Category::Movement));
                 const QPointF c = place.center();
                 painter.drawPolygon(QPolygonF({c + QPointF(-4, -4), c + QPointF(4, -4), c + QPointF(0, 4)}));
             },
             {}});
    return entries;
}

Legend legendOf(const TimelinePicture& picture, const ServingLook& look, double width) {
    Legend legend;
    legend.layOut(legendEntries(picture, look), look.font, width);
    return legend;
}

std::vector<LanePlace> allLanes(const TimelinePicture& picture) {
    std::vector<LanePlace> lanes;
    for (const bool of_baseline : {false, true}) {
        const ServedTimeline* timeline = of_baseline ? picture.baseline.get() : picture.selected.get();
        if (!timeline) continue;
        for (const TimelineLane& lane : timeline->lanes)
            lanes.push_back({&lane, of_baseline, {}});
    }
    return lanes;
}

} // namespace

PlotAxis wholeTime(const TimelinePicture& picture) {
    double end = picture.selected ? picture.selected->end_s : 0.0;
    if (picture.baseline) end = std::max(end, picture.baseline->end_s);
    return {0.0, end > 0.0 ? end : 1.0};
}

TimelinePlaces place(TimelinePicture& picture, const QRectF& whole, const ServingLook& look) {
    const QFontMetricsF metrics(look.font);
    const double line = metrics.height();
    TimelinePlaces places;
    const double left = whole.left() + metrics.horizontalAdvance(QStringLiteral("000 % ")) + kGap;
    const double width = whole.right() - 1.5 * kGap - left;
    double y = whole.top() + kGap + legendOf(picture, look, width).height() + kGap;
    if (picture.chosen && picture.selected && picture.selected->find(*picture.chosen)) {
        places.life = QRectF(left, y + line + 2.0, width, 0.9 * line);
        y = places.life.bottom() + kGap;
    }
    places.bottom = whole.bottom() - line - kGap;
    const double plots = std::clamp(0.2 * (places.bottom - y), 2.2 * line, 6.0 * line);
    const double room = places.bottom - y - 2 * (plots + kGap) - std::max(0.0, 0.9 * line - kGap);
    const std::vector<LanePlace> lanes = allLanes(picture);
    const double wanted = lanes.empty() ? kMostLane : room / static_cast<double>(lanes.size());
    const double height = std::clamp(wanted - 2.0, kLeastLane, std::max(kMostLane, 1.6 * line));
    const std::size_t first = std::min(picture.first_lane, lanes.empty() ? 0 : lanes.size() - 1);
    for (std::size_t i = first; i < lanes.size(); ++i) {
        const double top = y + static_cast<double>(i - first) * (height + 2.0);
        if (top + height > y + room + 1.0 && i > first) break;
        places.lanes.push_back(lanes[i]);
        places.lanes.back().band = QRectF(left, top, width, height);
    }
    places.hidden = lanes.size() - places.lanes.size();
    const double under = places.lanes.empty() ? y : places.lanes.back().band.bottom();
    const double between = std::max(kGap, 0.9 * line); // the lowest number of one axis above the highest of the other
    const double spare = std::max(plots, (places.bottom - under - 1.5 * kGap - between) / 2.0);
    places.blocks = QRectF(left, under + kGap, width, spare);
    const double top = std::min(places.blocks.bottom() + between, places.bottom - line);
    places.queue = QRectF(left, top, width, places.bottom - top);
    picture.time.first = left;
    picture.time.last = left + width;
    return places;
}

void paintTimeline(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                   const ServingLook& look, double columns_per_unit) {
    if (!picture.selected || places.lanes.empty()) return;
    const QRectF bands(places.queue.left(), places.lanes.front().band.top(), places.queue.width(),
                       places.bottom - places.lanes.front().band.top());
    QString title = tr("Time");
    if (places.hidden > 0)
        title = tr("%1 more lanes: up and down keys").arg(places.hidden) + QStringLiteral("   ") + title;
    paintAcross(painter, bands, picture.time, "s", title, look);
    paintLanes(painter, places, picture, look, columns_per_unit);
    paintLevels(painter, places.blocks, picture, TimelineLevel::Blocks, look, columns_per_unit);
    paintLevels(painter, places.queue, picture, TimelineLevel::Queue, look, columns_per_unit);
    paintLife(painter, places, picture, look);
    const double top =
        (places.life.isEmpty() ? bands.top() : places.life.top() - QFontMetricsF(look.font).height() - 2.0);
    const Legend legend = legendOf(picture, look, bands.width());
    legend.paint(painter, QPointF(bands.left(), top - kGap - legend.height()), look.theme, look.font);
}

double timelineHeight(const TimelinePicture& picture, const QFont& font) {
    const double line = QFontMetricsF(font).height();
    const double lanes = static_cast<double>(std::min<std::size_t>(allLanes(picture).size(), 16));
    return 9.0 * line + lanes * (1.2 * line + 2.0) + 9.0 * line + (picture.chosen ? 2.5 * line : 0.0);
}

} // namespace strata::views
