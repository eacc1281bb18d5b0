// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QCustomPlot;
class QFont;
class QPainter;
class QPointF;

namespace strata::views {

struct Theme;

/// Colours and font of the theme on every axis rectangle: hairline grid along the values, no frame, no ticks that stick
/// out.
void stylePlot(QCustomPlot& plot, const Theme& theme, const QFont& font, double line_width);

/// Paints a plot of its viewport's size with any painter: vectors and text stay what they are.
void paintPlot(QCustomPlot& plot, QPainter& painter, const QPointF& top_left);

} // namespace strata::views
