// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>

class QFont;
class QPainter;
class QRectF;

namespace strata::views {

struct Theme;

/// A design's letter in its colour: on a filled disc, on a ring for the baseline.
void paintLetter(QPainter& painter, const QRectF& square, QChar letter, const Theme& theme, const QFont& font,
                 bool hollow);

} // namespace strata::views
