// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/timeline/timeline_layout.h"

namespace strata::views {

/// The pieces of paintTimeline(): lanes with their names, evictions and transfers; ...
void paintLanes(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
                const ServingLook& look, double columns_per_unit);

/// ... over time the most blocks of the first stages of all replicas, or the sum of their queues; ...
enum class TimelineLevel { Blocks, Queue };
void paintLevels(QPainter& painter, const QRectF& area, const TimelinePicture& picture, TimelineLevel level,
                 const ServingLook& look, double columns_per_unit);

/// ... and the chosen request above all.
void paintLife(QPainter& painter, const TimelinePlaces& places, const TimelinePicture& picture,
               const ServingLook& look);

} // namespace strata::views
