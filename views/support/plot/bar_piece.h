// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <QColor>
#include <Qt>

class QPainter;
class QRectF;

namespace strata::views {

struct Theme;

/// How a kind of piece is drawn, in bars and in the legend.
struct SegmentLook {
    QColor color;
    Qt::BrushStyle hatch = Qt::SolidPattern;
};
SegmentLook categoryLook(Category category, const Theme& theme);

/// One bar piece: filled and hatched for the selected design, hollow for the baseline.
void paintPiece(QPainter& painter, const QRectF& rectangle, const SegmentLook& look, const Theme& theme, bool hollow,
                bool faded, double line_width);

} // namespace strata::views
