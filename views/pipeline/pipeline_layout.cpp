// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_layout.h"

#include <algorithm>
#include <QFontMetricsF>

namespace strata::views {
namespace {

constexpr double kGap = 8.0;
constexpr double kCommunicationShare = 0.16; // of a row's height

std::uint32_t indexIn(const Timeline& timeline, const TimelineBlock& block) {
    return static_cast<std::uint32_t>(&block - timeline.blocks.data());
}

std::optional<TimelinePlace> placeIn(const Timeline& timeline, const TimelineRows& rows, const TimelineLayout& layout,
                                     const QPointF& position) {
    if (timeline.empty() || !rows.area.contains(position)) return {};
    TimelinePlace place;
    place.stage =
        std::min(timeline.stages() - 1, static_cast<std::size_t>((position.y() - rows.area.top()) / rows.row_height));
    const double at_s = layout.secondsAt(position.x());
    for (const bool communication : {false, true}) {
        if (!lanePlace(timeline, rows, place.stage, communication).contains(position)) continue;
        const auto lane = timeline.lane(place.stage, communication);
        const auto after = std::ranges::upper_bound(lane, at_s, {}, &TimelineBlock::start_s);
        if (after != lane.begin() && (after - 1)->end_s >= at_s) place.block = indexIn(timeline, *(after - 1));
    }
    return place;
}

} // namespace

QRectF TimelineRows::row(std::size_t stage) const {
    const double inset = row_height > 6.0 ? 1.0 : 0.0;
    return {area.left(), area.top() + static_cast<double>(stage) * row_height + inset, area.width(),
            std::max(0.5, row_height - 2.0 * inset)};
}

double TimelineLayout::x(double seconds) const {
    return axis.left() + (seconds - range.from_s) / range.length() * axis.width();
}

double TimelineLayout::secondsAt(double x) const {
    return range.from_s + (x - axis.left()) / axis.width() * range.length();
}

TimelineLayout layOutTimeline(const Timeline& selected, const Timeline* baseline, const TimeRange& range,
                              const QFont& font, double width, double height, double legend_height) {
    const QFontMetricsF metrics(font);
    const double line = metrics.height();
    const double rows = static_cast<double>(selected.stages());
    const double twin_rows = baseline != nullptr ? static_cast<double>(baseline->stages()) : 0.0;
    const double headers = (line + 4.0) * (twin_rows > 0.0 ? 2.0 : 1.0) + (twin_rows > 0.0 ? kGap : 0.0);
    const double axis = line + 6.0;
    const double fixed = headers + axis + legend_height + 3.0 * kGap;
    TimelineLayout layout;
    layout.range = range;
    const double wanted = std::clamp(400.0 / std::max(1.0, rows + twin_rows), 0.5 * line, 1.6 * line);
    layout.height = height > 0.0 ? height : fixed + wanted * (rows + twin_rows);
    const double most = 2.4 * line;
    const double row_height = std::clamp((layout.height - fixed) / std::max(1.0, rows + twin_rows), 1.0, most);
    const double left = kGap + metrics.horizontalAdvance(QStringLiteral("000")) + 6.0;
    const double inside = std::max(20.0, width - left - kGap);
    layout.labels = QRectF(kGap, 0.0, left - kGap - 6.0, layout.height);
    double y = 4.0;
    const auto place = [&](TimelineRows& part, double count) {
        part.header = QRectF(kGap, y, width - 2.0 * kGap, line);
        y += line + 4.0;
        part.row_height = row_height;
        part.area = QRectF(left, y, inside, row_height * count);
        y += row_height * count;
    };
    place(layout.selected, rows);
    if (twin_rows > 0.0) {
        y += kGap;
        place(layout.baseline, twin_rows);
    }
    layout.axis = QRectF(left, y, inside, axis);
    layout.legend = QPointF(left, y + axis + kGap);
    return layout;
}

QRectF lanePlace(const Timeline& timeline, const TimelineRows& rows, std::size_t stage, bool communication) {
    QRectF row = rows.row(stage);
    const double lower = timeline.communicates ? kCommunicationShare * row.height() : 0.0;
    if (communication)
        row.setTop(row.bottom() - lower);
    else
        row.setBottom(row.bottom() - lower);
    return row;
}

QRectF blockPlace(const Timeline& timeline, const TimelineRows& rows, const TimelineLayout& layout,
                  std::uint32_t index) {
    const TimelineBlock& block = timeline.blocks[index];
    QRectF place = lanePlace(timeline, rows, block.stage, index >= timeline.first[2 * std::size_t{block.stage} + 1]);
    place.setLeft(std::clamp(layout.x(block.start_s), rows.area.left(), rows.area.right()));
    place.setRight(std::clamp(layout.x(block.end_s), rows.area.left(), rows.area.right()));
    return place;
}

std::optional<TimelinePlace> placeAt(const Timeline& selected, const Timeline* baseline, const TimelineLayout& layout,
                                     const QPointF& position) {
    if (auto place = placeIn(selected, layout.selected, layout, position)) return place;
    if (baseline == nullptr) return {};
    auto place = placeIn(*baseline, layout.baseline, layout, position);
    if (place) place->baseline = true;
    return place;
}

} // namespace strata::views
