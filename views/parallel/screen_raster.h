// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QPointF>

/// Drawings of each frame of a drag by hand. Qt shares out every piece of them to its threads and waits; on a machine
/// that is busy with a sweep the wait is many times the work.
namespace strata::views {

/// Scaled up to `size` with smooth transitions. Images of format ARGB32_Premultiplied.
QImage enlarged(const QImage& image, const QSize& size);

/// A smooth line from one place to another, `width` pixels thick, over what the image holds (Wu, "An efficient
/// antialiasing technique", SIGGRAPH 1991). Places in pixels; what lies outside of the image is left out.
void blendLine(QImage& image, QPointF from, QPointF to, QRgb premultiplied, int width);

} // namespace strata::views
