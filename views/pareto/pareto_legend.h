// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/pareto/pareto_chart.h"
#include "views/support/plot/plot_parts.h"

namespace strata::views {

class ScaledColumn;
struct ExploreColumn;

/// What the header of a Pareto plot tells: marks with their words, and what the colours mean.
class ParetoLegend {
public:
    void layOut(const Exploration& run, const ParetoSettings& settings, const ParetoAxes& axes, const ShownFront& front,
                const ParetoLook& look, double width);
    double height() const { return height_; }
    /// `color`: the column behind the colours, where the axes have one.
    void paint(QPainter& painter, const QRectF& place, const Exploration& run, const ParetoAxes& axes,
               const ScaledColumn& color, const ParetoLook& look) const;

private:
    void paintColors(QPainter& painter, const QRectF& place, const ExploreColumn& column, const ScaledColumn& color,
                     bool logarithmic, const ParetoLook& look) const;

    Legend legend_;
    double height_ = 0.0;
};

} // namespace strata::views
