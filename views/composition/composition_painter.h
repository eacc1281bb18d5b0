// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/composition/composition_layout.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

Legend compositionLegend(const CompositionPicture& picture, const PictureLook& look, double width);

void paintComposition(QPainter& painter, const CompositionPicture& picture, const CompositionLayout& layout,
                      const Legend& legend, const PictureLook& look);

} // namespace strata::views
