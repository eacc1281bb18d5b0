// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pipeline/pipeline_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

QColor blockColor(BlockKind kind, const Theme& theme);

/// What the colours mean, of the kinds that are there.
Legend timelineLegend(const Timeline& timeline, const PictureLook& look, bool critical, double width);

/// Draws both timelines; blocks narrower than about a pixel are summed up by column, as shares of its height.
void paintTimeline(QPainter& painter, const Timeline& selected, const Timeline* baseline, const TimelineLayout& layout,
                   const Legend& legend, const PictureLook& look, bool critical);

} // namespace strata::views
