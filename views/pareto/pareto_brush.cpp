// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pareto/pareto_brush.h"

#include "views/explore/exploration.h"
#include "views/explore/scaled_column.h"
#include "views/support/plot/plot_parts.h"

#include <algorithm>
#include <limits>
#include <QApplication>
#include <qcustomplot.h>
#include <QMouseEvent>

namespace strata::views {
namespace {

constexpr double kOpen = std::numeric_limits<double>::infinity();
constexpr double kCornerStep = 3.0; // pixels between corners of a lasso

ColumnRange rangeOr(const Filter& filter, std::size_t column) {
    const ColumnRange* range = filter.rangeOf(column);
    return range ? *range : ColumnRange{column, -kOpen, kOpen};
}

} // namespace

ParetoBrush::ParetoBrush(QCustomPlot* plot, ParetoChart* chart) : QObject(plot), plot_(plot), chart_(chart) {
    plot->installEventFilter(this);
}

void ParetoBrush::setRun(std::shared_ptr<Exploration> run) {
    cancel();
    run_ = std::move(run);
}

bool ParetoBrush::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_ || !run_) return QObject::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::MouseButtonPress: return press(*static_cast<QMouseEvent*>(event));
    case QEvent::MouseMove:
        if (drag_ == Drag::None) return false;
        move(static_cast<QMouseEvent*>(event)->position());
        return true;
    case QEvent::MouseButtonRelease:
        if (drag_ == Drag::None) return false;
        release(*static_cast<QMouseEvent*>(event));
        return true;
    default: return QObject::eventFilter(watched, event);
    }
}

bool ParetoBrush::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return false;
    pressed_ = event.position();
    before_ = run_->filter();
    ++gestures_;
    if (const auto bound = chart_->boundAt(pressed_)) {
        bound_ = *bound;
        drag_ = Drag::Bound;
        return true;
    }
    if (tool_ == Tool::Move || !plot_->axisRect()->rect().contains(pressed_.toPoint())) return false;
    drag_ = Drag::Pressed;
    line_ = QPolygonF{pressed_};
    return true;
}

void ParetoBrush::move(const QPointF& at) {
    if (drag_ == Drag::Pressed && (at - pressed_).manhattanLength() >= QApplication::startDragDistance())
        drag_ = tool_ == Tool::Lasso ? Drag::Lasso : Drag::Rectangle;
    const QRectF area(plot_->axisRect()->rect());
    const QPointF inside(std::clamp(at.x(), area.left(), area.right()), std::clamp(at.y(), area.top(), area.bottom()));
    switch (drag_) {
    case Drag::Bound: return setBound(bound_, at);
    case Drag::Rectangle: return setRectangle(inside);
    case Drag::Lasso:
        if (QLineF(line_.back(), inside).length() < kCornerStep) return;
        line_ << inside;
        chart_->setBand(line_);
        return repaintOverlay(*plot_);
    case Drag::None:
    case Drag::Pressed: return;
    }
}

void ParetoBrush::release(const QMouseEvent& event) {
    const Drag drag = std::exchange(drag_, Drag::None);
    chart_->setBand({});
    if (drag == Drag::Pressed) emit clicked(event.position(), event.modifiers());
    if (drag == Drag::Lasso) finishLasso();
    repaintOverlay(*plot_);
}

bool ParetoBrush::cancel() {
    if (drag_ == Drag::None) return false;
    drag_ = Drag::None;
    chart_->setBand({});
    apply(before_);
    repaintOverlay(*plot_);
    return true;
}

void ParetoBrush::apply(Filter filter) {
    if (run_) run_->setFilter(std::move(filter), "pareto " + std::to_string(gestures_));
}

/// At or beyond its edge of the plot a bound is open.
void ParetoBrush::setBound(Bound bound, const QPointF& at) {
    const bool vertical = bound == Bound::XLow || bound == Bound::XHigh;
    const bool low = bound == Bound::XLow || bound == Bound::YLow;
    const QRect area = plot_->axisRect()->rect();
    const QPointF value = chart_->valueAt(at);
    const bool open = bound == Bound::XLow    ? at.x() <= area.left()
                      : bound == Bound::XHigh ? at.x() >= area.right()
                      : bound == Bound::YLow  ? at.y() >= area.bottom()
                                              : at.y() <= area.top();
    Filter filter = run_->filter();
    ColumnRange range = rangeOr(filter, vertical ? chart_->axes().x : chart_->axes().y);
    const double end = vertical ? value.x() : value.y();
    if (low)
        range.low = open ? -kOpen : std::min(end, range.high);
    else
        range.high = open ? kOpen : std::max(end, range.low);
    filter.setRange(range);
    apply(std::move(filter));
}

void ParetoBrush::setRectangle(const QPointF& at) {
    const QPointF a = chart_->valueAt(pressed_), b = chart_->valueAt(at);
    chart_->setBand(QPolygonF(QRectF(pressed_, at).normalized()));
    Filter filter = before_;
    filter.setRange({chart_->axes().x, std::min(a.x(), b.x()), std::max(a.x(), b.x())});
    filter.setRange({chart_->axes().y, std::min(a.y(), b.y()), std::max(a.y(), b.y())});
    apply(std::move(filter));
}

void ParetoBrush::finishLasso() {
    if (line_.size() < 3) return;
    const ParetoAxes& axes = chart_->axes();
    Lasso lasso{axes.x, axes.y, axes.log_x, axes.log_y, {}};
    for (const QPointF& corner : line_) {
        const QPointF value = chart_->valueAt(corner);
        lasso.corners.emplace_back(value.x(), value.y());
    }
    Filter filter = run_->filter();
    filter.lassos = {std::move(lasso)};
    apply(std::move(filter));
}

void ParetoBrush::nudge(Bound bound, double share) {
    if (!run_) return;
    const QRect area = plot_->axisRect()->rect();
    const bool vertical = bound == Bound::XLow || bound == Bound::XHigh;
    const QPointF step = vertical ? QPointF(share * area.width(), 0) : QPointF(0, -share * area.height());
    ++gestures_;
    setBound(bound, chart_->handleOf(bound) + step);
}

} // namespace strata::views
