// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/memory/memory_layout.h"
#include "views/support/plot/bar_piece.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

QString heldText(Held held);
SegmentLook heldLook(Held held, const Theme& theme);

Legend memoryLegend(const MemoryPicture& picture, const MemoryPicture* baseline, const PictureLook& look, double width);

void paintMemory(QPainter& painter, const MemoryPicture& selected, const MemoryPicture* baseline,
                 const MemoryLayout& layout, const Legend& legend, const PictureLook& look);

} // namespace strata::views
