// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/cores/cores_layout.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

/// What the parts of a block say.
Legend coresLegend(const CoreDrawing& drawing, const PictureLook& look, double width);

void paintCores(QPainter& painter, const CoreDrawing& drawing, const CoreLayout& layout, const Legend& legend,
                const PictureLook& look);

} // namespace strata::views
