// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/serving/plot_axis.h"
#include "views/timeline/timeline_data.h"

#include <QPointF>

namespace strata::views {

/// Stages over time, with the KV cache and the queue below them and the life of one request above.
struct TimelinePicture {
    std::shared_ptr<const ServedTimeline> selected;
    std::shared_ptr<const ServedTimeline> baseline; ///< null: not compared
    std::optional<std::int64_t> chosen;             ///< request of the selected design
    PlotAxis time;                                  ///< its pixels are set by place()
    std::size_t first_lane = 0;                     ///< what is above is scrolled away
    bool stale = false;
};

struct LanePlace {
    const TimelineLane* lane = nullptr;
    bool of_baseline = false;
    QRectF band;
};

/// Where everything stands.
struct TimelinePlaces {
    QRectF life; ///< of the chosen request; empty: none is chosen
    QRectF blocks, queue;
    std::vector<LanePlace> lanes;
    std::size_t hidden = 0; ///< lanes without room
    double bottom = 0.0;
};

PlotAxis wholeTime(const TimelinePicture& picture);
TimelinePlaces place(TimelinePicture& picture, const QRectF& whole, const ServingLook& look);
/// `columns_per_unit`: pixels that are merged into, for each unit of the painter; runs that are wider stay what they
/// are.
void paintTimeline(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                   const ServingLook& look, double columns_per_unit);
double timelineHeight(const TimelinePicture& picture, const QFont& font);

/// The requests of the selected design that are on a replica at a time, by arrival.
std::vector<std::int64_t> requestsAt(const ServedTimeline& timeline, std::int64_t replica, double time_s);
QString timelineAnswer(const TimelinePicture& picture, const TimelinePlaces& places, const ServingLook& look,
                       const QPointF& at);

} // namespace strata::views
