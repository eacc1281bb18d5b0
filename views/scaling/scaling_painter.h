// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/scaling/scaling_text.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

Legend scalingLegend(const ScalingPair& pair, const PictureLook& look, double width);

/// `marked`: the number of devices with the handle, while it is dragged another one than the run's; 0: none, as on
/// paper.
void paintScaling(QPainter& painter, const ScalingPair& pair, const ScalingLayout& layout, const Legend& legend,
                  const PictureLook& look, std::uint64_t marked);

} // namespace strata::views
