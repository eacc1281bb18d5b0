// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/roofline/roofline_data.h"

#include <QLineF>
#include <QRectF>
#include <QSizeF>
#include <vector>

namespace strata::views {

/// Ranges of the two logarithmic axes: FLOP/B and FLOP/s.
struct RooflineAxes {
    double x_low = 0.1, x_high = 1000.0;
    double y_low = 1e9, y_high = 1e15;

    bool operator==(const RooflineAxes&) const = default;
    /// Covers both.
    RooflineAxes united(const RooflineAxes& other) const;
    /// Whether it is a range that can be shown (a session file may hold anything).
    bool sane() const;
};

/// Round ranges around points, ridges and roofs of both designs, so that they seldom move.
RooflineAxes axesFor(const Roofline& roofline);

/// End points of a roof in FLOP/B and FLOP/s: diagonals up to the highest arithmetic, arithmetic from the steepest
/// diagonal. `rate`: nominal or sustained. Degenerate (no length) where it lies outside the axes.
QLineF ceilingLine(const Roofline& roofline, const Ceiling& ceiling, bool nominal, const RooflineAxes& axes);

/// Area of a mark grows with the share of the time.
double markRadius(double seconds, double longest_s, double unit);

struct RooflineLabel {
    QPointF anchor;       ///< centre of its mark
    double clearance = 0; ///< radius of the mark
    QSizeF size;
    QRectF place; ///< empty: there is no room
};
/// Puts labels, first come first served, around their marks: inside `area`, touching neither each other nor `taken`.
void placeLabels(std::vector<RooflineLabel>& labels, const QRectF& area, std::vector<QRectF> taken);

} // namespace strata::views
