// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/memory/memory_data.h"
#include "views/support/plot/picture_canvas.h"

#include <QRectF>
#include <vector>

namespace strata::views {

/// Places of the bars of one stage.
struct StagePlace {
    QRectF bar; ///< of the selected design; empty where it has no such stage
    std::array<QRectF, kHeldKinds> pieces;
    QRectF over; ///< what lies above the capacity
    QRectF twin;
    std::array<QRectF, kHeldKinds> twin_pieces;
};

struct MemoryLayout {
    QRectF header, advice; ///< the advice is empty where the design fits
    QRectF area;           ///< of the bars
    QPointF legend;
    double axis_step = 0.0; ///< bytes between the lines of the axis
    double most = 0.0;      ///< bytes at the top
    std::vector<StagePlace> stages;

    double y(double bytes) const;
};

MemoryLayout layOutMemory(const MemoryPicture& selected, const MemoryPicture* baseline, const QFont& font,
                          const QSizeF& size, double legend_height);

/// What stands at a point, and the answer.
PictureHit memoryHit(const MemoryPicture& selected, const MemoryPicture* baseline, const MemoryLayout& layout,
                     const PictureLook& look, const QPointF& position);

} // namespace strata::views
