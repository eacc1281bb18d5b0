// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pipeline/pipeline_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

/// Names of what a block does, as people read them.
QString kindText(BlockKind kind);
/// "1.23 s, 11.8 % bubbles"
QString timelineSummary(const Timeline& timeline, const QLocale& locale);
/// The answer to a place: what works there from when to when, and what it waited for.
QString placeText(const Timeline& timeline, const TimelinePlace& place, const TimelineLayout& layout,
                  const QPointF& position, const PictureLook& look);

} // namespace strata::views
