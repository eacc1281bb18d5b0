// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <Qt>

class QPainter;
class QRectF;

namespace strata::views {

/// Hatches a rectangle with lines of its own: Qt's brush patterns are tied to device pixels and are lost in SVG.
/// Nothing is drawn outside the rectangle, whatever the painter's clipping can do.
void paintHatch(QPainter& painter, const QRectF& rectangle, Qt::BrushStyle style, const QColor& color,
                double spacing = 5.0, double line_width = 1.0);

} // namespace strata::views
