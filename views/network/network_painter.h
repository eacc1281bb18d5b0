// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/network/network_layout.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

QString layerQuantityText(LayerQuantity quantity);

/// What the colours of the shown layers say.
Legend networkLegend(const NetworkDrawing& drawing, const PictureLook& look, double width);

void paintNetwork(QPainter& painter, const NetworkDrawing& drawing, const NetworkLayout& layout, const Legend& legend,
                  const PictureLook& look);

} // namespace strata::views
