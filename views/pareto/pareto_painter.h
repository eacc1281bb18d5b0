// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pareto/pareto_chart.h"

#include <functional>
#include <QRectF>
#include <vector>

class QPainter;

namespace strata::views {

class Exploration;

/// What is painted over the cloud; places in pixels of the plot.
struct ParetoPicture {
    const Exploration* run = nullptr;
    const ParetoAxes* axes = nullptr;
    const ShownFront* front = nullptr;
    const ParetoLook* look = nullptr;
    QRectF area;
    std::function<double(double)> x, y;
};

/// The front as a staircase with what it dominates, its marks, the knee.
void paintFront(QPainter& painter, const ParetoPicture& picture);
/// Constraints of the request, bounds of the brush with their handles; `handles` false in figures.
void paintBounds(QPainter& painter, const ParetoPicture& picture, bool handles);
/// Rows that are pointed at: hovered, the selected design, the baseline.
void paintRows(QPainter& painter, const ParetoPicture& picture);

/// The middle of a bound's handle: above the plot for the horizontal axis, right of it for the vertical one.
QPointF handlePlace(const ParetoPicture& picture, Bound bound);

} // namespace strata::views
