// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/network/network_layout.h"

namespace strata::views {

QString layerQuantityText(LayerQuantity quantity);

void paintNetwork(QPainter& painter, const NetworkDrawing& drawing, const NetworkLayout& layout,
                  const PictureLook& look);

} // namespace strata::views
