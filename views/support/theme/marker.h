// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QPainter;
class QPointF;

namespace strata::views {

/// A design's marker with the painter's pen and brush: eight shapes in fixed order, so that designs differ without
/// colour. All shapes of one radius cover about the same area.
void paintMarker(QPainter& painter, const QPointF& centre, double radius, char letter);

} // namespace strata::views
