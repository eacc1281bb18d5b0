// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/explore/filter.h"
#include "views/pareto/pareto_chart.h"

#include <memory>
#include <QObject>
#include <QPolygonF>

class QCustomPlot;
class QMouseEvent;

namespace strata::views {

class Exploration;

/// Mouse on the Pareto plot: bounds are dragged by their handles, rectangles and lassos drawn between the axes. What is
/// no brush is left to the navigation of the plot.
class ParetoBrush : public QObject {
    Q_OBJECT

public:
    enum class Tool { Rectangle, Lasso, Move };

    /// Install after the navigation: event filters that come later are asked first.
    ParetoBrush(QCustomPlot* plot, ParetoChart* chart);

    void setRun(std::shared_ptr<Exploration> run);
    void setTool(Tool tool) { tool_ = tool; }
    Tool tool() const { return tool_; }
    bool active() const { return drag_ != Drag::None; }
    /// Puts back what a drag has changed so far; false where there is none.
    bool cancel();
    /// Moves a bound by a share of its axis, as keys do.
    void nudge(Bound bound, double share);

signals:
    void clicked(const QPointF& position, Qt::KeyboardModifiers modifiers);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    enum class Drag { None, Pressed, Bound, Rectangle, Lasso };
    bool press(const QMouseEvent& event);
    void move(const QPointF& at);
    void release(const QMouseEvent& event);
    void setBound(Bound bound, const QPointF& at);
    void setRectangle(const QPointF& at);
    void finishLasso();
    void apply(Filter filter);

    QCustomPlot* plot_;
    ParetoChart* chart_;
    std::shared_ptr<Exploration> run_;
    Tool tool_ = Tool::Rectangle;
    Drag drag_ = Drag::None;
    Bound bound_ = Bound::XHigh;
    QPointF pressed_;
    QPolygonF line_;
    Filter before_;
    int gestures_ = 0;
};

} // namespace strata::views
