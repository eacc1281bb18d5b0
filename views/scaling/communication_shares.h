// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scaling/scaling_layout.h"
#include "views/support/plot/picture_canvas.h"
#include "views/support/plot/plot_parts.h"

class QPainter;

namespace strata::views {

/// Shares of an iteration that go into communication, one area a kind on top of the other, over devices.
void paintCommunication(QPainter& painter, const explore::ScalingRun& run, const ScalingLayout& layout,
                        const PictureLook& look);
/// What each kind looks like, in the order of the areas.
std::vector<Legend::Entry> communicationEntries(const explore::ScalingRun& run, const PictureLook& look);

} // namespace strata::views
