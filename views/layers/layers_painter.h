// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/layers/layers_layout.h"
#include "views/support/plot/picture_canvas.h"

namespace strata::views {

/// Layers from the lowest to the highest as steps of one bar, each with what it hands on and its interval; below each
/// the ends that other methods in its place lead to, beside the line of the present end.
void paintLayers(QPainter& painter, const LayersDrawing& drawing, const LayersLayout& layout, const PictureLook& look);

} // namespace strata::views
