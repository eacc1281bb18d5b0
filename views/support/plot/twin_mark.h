// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QPointF;
class QRectF;

namespace strata::views {

struct Theme;

/// The value of a further baseline: the marker of its design, hollow, in its colour. Outside of `area` an arrow of that
/// colour stands at the edge, so that nothing is dropped under a locked axis.
void paintTwinMark(QPainter& painter, const QPointF& at, const QRectF& area, char letter, const Theme& theme,
                   double line_width);

/// How values outside of what a model was checked against are outlined, in charts and in their legends.
void paintExtrapolated(QPainter& painter, const QRectF& rectangle, const Theme& theme, double line_width);

} // namespace strata::views
