// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pipeline/pipeline_data.h"
#include "views/support/plot/plot_parts.h"

#include <QFont>
#include <QPointF>
#include <QRectF>

namespace strata::views {

/// The part of the time that is shown.
struct TimeRange {
    double from_s = 0.0, to_s = 1.0;

    double length() const { return to_s - from_s; }
};

/// Rows of one design's timeline.
struct TimelineRows {
    QRectF header; ///< letter, time, share of bubbles
    QRectF area;   ///< all rows
    double row_height = 0.0;

    QRectF row(std::size_t stage) const;
};

/// Where everything stands, in the painter's units.
struct TimelineLayout {
    TimelineRows selected, baseline; ///< the baseline's area is empty where there is none
    QRectF axis;                     ///< below all rows, as wide as they are
    QPointF legend;
    QRectF labels; ///< numbers of stages, left of the rows
    TimeRange range;
    double height = 0.0; ///< as much as was given, or as the rows want

    double x(double seconds) const;
    double secondsAt(double x) const;
};

/// `height` 0: as high as rows that are read well.
TimelineLayout layOutTimeline(const Timeline& selected, const Timeline* baseline, const TimeRange& range,
                              const QFont& font, double width, double height, double legend_height);

/// The block at a point; nothing beside blocks.
struct TimelinePlace {
    bool baseline = false;
    std::size_t stage = 0;
    std::optional<std::uint32_t> block; ///< nothing: a bubble
};
std::optional<TimelinePlace> placeAt(const Timeline& selected, const Timeline* baseline, const TimelineLayout& layout,
                                     const QPointF& position);
QRectF blockPlace(const Timeline& timeline, const TimelineRows& rows, const TimelineLayout& layout,
                  std::uint32_t block);
/// The upper part of a row that computation has, the lower one of communication.
QRectF lanePlace(const Timeline& timeline, const TimelineRows& rows, std::size_t stage, bool communication);

} // namespace strata::views
