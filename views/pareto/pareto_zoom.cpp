// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_chart.h"
#include "views/pareto/pareto_view.h"

#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr qint64 kOneStepMs = 700; // turns of the wheel that follow each other faster are one step of the history

bool shows(const QCPAxis& axis, double low, double high) {
    return axis.range().lower == low && axis.range().upper == high;
}

} // namespace

/// The reader has moved an axis.
void ParetoView::keepZoom() {
    plot_->replot(QCustomPlot::rpQueuedReplot);
    if (!exploration()) return;
    if (!zoomed_.isValid() || zoomed_.elapsed() > kOneStepMs) ++zooms_;
    zoomed_.restart();
    const QCPRange across = plot_->xAxis->range(), up = plot_->yAxis->range();
    Filter filter = exploration()->filter();
    filter.zoom = PlaneZoom{chart_->axes().x, chart_->axes().y, across.lower, across.upper, up.lower, up.upper};
    exploration()->setFilter(std::move(filter), "pareto zoom " + std::to_string(zooms_));
}

/// Of these columns, and what a logarithmic axis can show.
bool ParetoView::zoomIsOurs() const {
    const auto& zoom = exploration()->filter().zoom;
    const ParetoAxes& axes = chart_->axes();
    return zoom && zoom->x == axes.x && zoom->y == axes.y && (!axes.log_x || zoom->left > 0.0) &&
           (!axes.log_y || zoom->low > 0.0);
}

void ParetoView::applyZoom() {
    if (!zoomIsOurs()) return scheduleRefresh();
    const PlaneZoom& zoom = *exploration()->filter().zoom;
    if (shows(*plot_->xAxis, zoom.left, zoom.right) && shows(*plot_->yAxis, zoom.low, zoom.high)) return;
    plot_->xAxis->setRange(zoom.left, zoom.right);
    plot_->yAxis->setRange(zoom.low, zoom.high);
    plot_->replot(QCustomPlot::rpQueuedReplot);
}

/// All points are shown again.
void ParetoView::clearZoom() {
    if (!exploration()) return;
    zoomed_.invalidate();
    Filter filter = exploration()->filter();
    filter.zoom.reset();
    exploration()->setFilter(std::move(filter));
    scheduleRefresh();
}

} // namespace strata::views
