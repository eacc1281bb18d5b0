// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/plot/plot_navigation.h"

#include <cmath>
#include <qcustomplot.h>

namespace strata::views {
namespace {

constexpr double kWheelStep = 0.85; // of the range, for one notch of 15 degrees
constexpr int kNotch = 120;         // eighths of a degree (QWheelEvent)

void pan(QCPAxis& axis, double from_pixel, double to_pixel) {
    const double from = axis.pixelToCoord(from_pixel);
    const double to = axis.pixelToCoord(to_pixel);
    if (axis.scaleType() == QCPAxis::stLogarithmic)
        axis.setRange(axis.range().lower * from / to, axis.range().upper * from / to);
    else
        axis.moveRange(from - to);
}

} // namespace

PlotNavigation::PlotNavigation(QCustomPlot* plot, bool horizontal, bool vertical)
    : QObject(plot), plot_(plot), allowed_{horizontal, vertical} {
    plot->setInteractions(QCP::iNone);
    plot->installEventFilter(this);
}

PlotNavigation::~PlotNavigation() = default;

PlotNavigation::Target PlotNavigation::targetAt(const QPointF& position) const {
    const QRect inside = plot_->axisRect()->rect();
    if (inside.contains(position.toPoint())) return allowed_;
    const bool below =
        position.y() > inside.bottom() && position.x() >= inside.left() && position.x() <= inside.right();
    const bool beside = position.x() < inside.left() && position.y() >= inside.top() && position.y() <= inside.bottom();
    return {below && allowed_.horizontal, beside && allowed_.vertical};
}

void PlotNavigation::zoomAxes(const Target& target, double factor, const QPointF& around) {
    if (target.horizontal) plot_->xAxis->scaleRange(factor, plot_->xAxis->pixelToCoord(around.x()));
    if (target.vertical) plot_->yAxis->scaleRange(factor, plot_->yAxis->pixelToCoord(around.y()));
    if (target.horizontal || target.vertical) emit moved();
}

void PlotNavigation::panAxes(const Target& target, const QPointF& from, const QPointF& to) {
    if (target.horizontal) pan(*plot_->xAxis, from.x(), to.x());
    if (target.vertical) pan(*plot_->yAxis, from.y(), to.y());
    if (target.horizontal || target.vertical) emit moved();
}

void PlotNavigation::zoom(double factor) { zoomAxes(allowed_, factor, plot_->axisRect()->rect().center()); }

bool PlotNavigation::eventFilter(QObject* watched, QEvent* event) {
    if (watched != plot_) return QObject::eventFilter(watched, event);
    switch (event->type()) {
    case QEvent::Wheel: {
        const auto* wheel = static_cast<QWheelEvent*>(event);
        zoomAxes(targetAt(wheel->position()), std::pow(kWheelStep, double(wheel->angleDelta().y()) / kNotch),
                 wheel->position());
        return true;
    }
    case QEvent::MouseButtonPress: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::LeftButton) break;
        pressed_ = last_ = mouse->position();
        target_ = targetAt(pressed_);
        down_ = true;
        moved_ = false;
        break;
    }
    case QEvent::MouseMove: {
        const QPointF at = static_cast<QMouseEvent*>(event)->position();
        if (!down_) break;
        if (!moved_ && (at - pressed_).manhattanLength() < QApplication::startDragDistance()) break;
        moved_ = true;
        panAxes(target_, last_, at);
        last_ = at;
        break;
    }
    case QEvent::MouseButtonRelease: {
        const auto* mouse = static_cast<QMouseEvent*>(event);
        if (mouse->button() != Qt::LeftButton || !down_) break;
        down_ = false;
        if (!std::exchange(moved_, false)) emit clicked(mouse->position());
        break;
    }
    case QEvent::MouseButtonDblClick:
        down_ = false; // the release that follows belongs to it
        emit doubleClicked(static_cast<QMouseEvent*>(event)->position());
        break;
    default: break;
    }
    return QObject::eventFilter(watched, event);
}

} // namespace strata::views
