// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QPointF>
#include <QString>

class QCustomPlot;
class QEvent;
class QLabel;
class QPoint;
class QWidget;

namespace strata::views {

class View;

/// What a view of one plot consists of below its tool bar: the plot, and in its place words where there is nothing to
/// draw.
struct PlotPanel {
    QCustomPlot* plot = nullptr;
    QLabel* message = nullptr;
};

/// Makes the panel and lays the view out. The plot's events go through the view's eventFilter().
PlotPanel addPlotPanel(View& view, QWidget* toolbar, const QString& accessible_name);

/// The words in place of the plot; the plot where there are none.
void showInstead(const PlotPanel& panel, const QString& words);

/// What a view does when something happens over its plot.
struct PlotReactions {
    std::function<void(const QPointF& position, const QPoint& global)> hover;
    std::function<void()> leave;
    std::function<void()> resize;
};

/// Passes an event of the plot on. Whether it is to go no further: a tooltip is shown while the pointer moves already.
bool react(const QEvent& event, const PlotReactions& reactions);

} // namespace strata::views
