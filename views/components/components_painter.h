// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/components/components_layout.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

/// Which bars the device states, and which an estimator made.
Legend componentsLegend(const ComponentDrawing& drawing, const PictureLook& look, double width);

void paintComponents(QPainter& painter, const ComponentDrawing& drawing, const ComponentLayout& layout,
                     const Legend& legend, const PictureLook& look, std::optional<std::size_t> chosen);

} // namespace strata::views
