// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/explore_look.h"
#include "views/pareto/pareto_settings.h"

#include <memory>
#include <optional>
#include <QPolygonF>

class QCustomPlot;

namespace strata::views {

struct ParetoLook : ExploreLook {
    double pixels_per_unit = 0.0; ///< of a figure's cloud; 0: the screen's
};

/// The four bounds that can be dragged from the edges of the plot.
enum class Bound { XLow, XHigh, YLow, YHigh };

/// A run in the plane of two columns: marks or density, the front on top of them, bounds with their handles.
class ParetoChart {
public:
    explicit ParetoChart(QCustomPlot& plot);
    ~ParetoChart();

    /// Takes what the run holds now; `fit` shows all of its feasible rows. The caller replots.
    void show(std::shared_ptr<const Exploration> run, const ParetoSettings& settings, const ParetoLook& look, bool fit);
    /// Shows all feasible rows.
    void fit();
    const ParetoAxes& axes() const;
    const ShownFront& front() const;

    /// The drawn row nearest to a pixel, within a few pixels; rows of the front are preferred.
    std::optional<std::size_t> rowAt(const QPointF& position) const;
    QPointF positionOf(std::size_t row) const;
    std::optional<Bound> boundAt(const QPointF& position) const;
    QPointF handleOf(Bound bound) const;
    /// Values of the two columns at a pixel.
    QPointF valueAt(const QPointF& position) const;

    /// A rectangle or lasso that is being drawn, in pixels; empty: none.
    void setBand(const QPolygonF& band);

private:
    struct Private;
    std::unique_ptr<Private> d_;
};

} // namespace strata::views
