// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parallel/parallel_canvas.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <QApplication>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMouseEvent>

namespace strata::views {
namespace {

constexpr double kAxisReach = 10.0;
constexpr double kEndReach = 5.0;
constexpr double kNudge = 0.02; // of an axis, for a key
constexpr double kOpen = std::numeric_limits<double>::infinity();

} // namespace

std::optional<int> ParallelCanvas::axisAt(const QPointF& position) const {
    const ParallelPicture shown = picture();
    const double above = shown.area.top() - kEndReach - position.y();
    const double x = position.x() - (above > 0.0 ? shown.slantAt(above) : 0.0);
    double nearest = above > 0.0 ? kAxisReach + 24.0 : kAxisReach;
    std::optional<int> found;
    for (std::size_t a = 0; a < data_.axes(); ++a) {
        if (const double away = std::abs(x - shown.x(a)); away <= nearest) {
            nearest = away;
            found = static_cast<int>(a);
        }
    }
    return found;
}

bool ParallelCanvas::onTitle(const QPointF& position) const { return position.y() < picture().area.top() - kEndReach; }

void ParallelCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !run_) return QWidget::mousePressEvent(event);
    pressed_ = event->position();
    before_ = run_->filter();
    ++gestures_;
    const auto axis = axisAt(pressed_);
    drag_ = Drag::Line;
    if (!axis) return;
    active_ = *axis;
    if (onTitle(pressed_)) {
        drag_ = Drag::Title;
        title_x_ = pressed_.x();
    } else {
        pressAxis(*axis, pressed_);
    }
    update();
}

/// Near an end of a range: that end; inside: the whole range; else a new one.
void ParallelCanvas::pressAxis(int axis, const QPointF& position) {
    drag_ = Drag::NewRange;
    const ParallelPicture shown = picture();
    const auto at = static_cast<std::size_t>(axis);
    const ColumnRange* range = run_->filter().rangeOf(data_.column(at));
    if (!range) return;
    const auto share = [&](double end, double open) { return std::isinf(end) ? open : data_.shareOf(at, end); };
    const bool inverted = data_.inverted(at);
    const double a = share(range->low, inverted ? 1.0 : 0.0), b = share(range->high, inverted ? 0.0 : 1.0);
    low_share_ = std::min(a, b);
    high_share_ = std::max(a, b);
    if (std::abs(shown.y(high_share_) - position.y()) <= kEndReach)
        drag_ = Drag::HighEnd;
    else if (std::abs(shown.y(low_share_) - position.y()) <= kEndReach)
        drag_ = Drag::LowEnd;
    else if (position.y() > shown.y(high_share_) && position.y() < shown.y(low_share_))
        drag_ = Drag::Whole;
}

void ParallelCanvas::mouseMoveEvent(QMouseEvent* event) {
    if (!run_) return;
    const QPointF at = event->position();
    const bool far = (at - pressed_).manhattanLength() >= QApplication::startDragDistance();
    switch (drag_) {
    case Drag::None: return run_->setHovered(axisAt(at) ? std::nullopt : rowAt(at));
    case Drag::Line: return;
    case Drag::Title: title_x_ = at.x(); return update();
    default:
        if (far || run_->filter() != before_) dragRange(at);
    }
}

void ParallelCanvas::dragRange(const QPointF& position) {
    const ParallelPicture shown = picture();
    const double share = std::clamp(shown.shareAt(position.y()), 0.0, 1.0);
    const double shift = shown.shareAt(position.y()) - shown.shareAt(pressed_.y());
    switch (drag_) {
    case Drag::NewRange: return setShares(std::clamp(shown.shareAt(pressed_.y()), 0.0, 1.0), share);
    case Drag::LowEnd: return setShares(share, high_share_);
    case Drag::HighEnd: return setShares(low_share_, share);
    case Drag::Whole: {
        const double moved = std::clamp(shift, -low_share_, 1.0 - high_share_);
        return setShares(low_share_ + moved, high_share_ + moved);
    }
    default: return;
    }
}

/// An end at the end of the axis is open: rows that come later are not cut off there.
void ParallelCanvas::setShares(double from, double to) {
    const auto axis = static_cast<std::size_t>(active_);
    if (from > to) std::swap(from, to);
    const bool inverted = data_.inverted(axis);
    const bool open_low = inverted ? to >= 1.0 : from <= 0.0, open_high = inverted ? from <= 0.0 : to >= 1.0;
    const double low = data_.valueAt(axis, inverted ? to : from), high = data_.valueAt(axis, inverted ? from : to);
    Filter filter = run_->filter();
    filter.setRange({data_.column(axis), open_low ? -kOpen : low, open_high ? kOpen : high});
    run_->setFilter(std::move(filter), "parallel " + std::to_string(gestures_));
}

void ParallelCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !run_) return;
    const Drag drag = std::exchange(drag_, Drag::None);
    const QPointF at = event->position();
    const bool far = (at - pressed_).manhattanLength() >= QApplication::startDragDistance();
    update();
    if (drag == Drag::Title && far) {
        const ParallelPicture shown = picture();
        const double gap = data_.axes() > 1 ? shown.x(1) - shown.x(0) : 1.0;
        return moveAxis(active_, qRound((at.x() - shown.area.left()) / gap));
    }
    if (far || drag == Drag::Title || drag == Drag::None) return;
    if (drag != Drag::Line) { // a click on an axis clears its range
        Filter filter = before_;
        filter.setRange({data_.column(static_cast<std::size_t>(active_)), -kOpen, kOpen});
        return run_->setFilter(std::move(filter));
    }
    const auto row = rowAt(at);
    if (!row) return;
    if (event->modifiers().testFlag(Qt::ControlModifier))
        emit run_->baselineRequested(*row);
    else
        emit run_->openRequested(*row);
}

void ParallelCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto axis = axisAt(event->position());
    if (run_ && axis && onTitle(event->position())) toggleInverted(*axis);
}

void ParallelCanvas::contextMenuEvent(QContextMenuEvent* event) {
    const auto axis = axisAt(event->pos());
    emit menuRequested(axis ? *axis : -1, event->globalPos());
}

void ParallelCanvas::cancel() {
    if (drag_ != Drag::Line && drag_ != Drag::Title) run_->setFilter(before_, "parallel " + std::to_string(gestures_));
    drag_ = Drag::None;
    update();
}

/// Moves one end of the active axis's range; upwards is a larger share.
void ParallelCanvas::nudge(double step, bool low) {
    ++gestures_;
    pressAxis(active_, {-1e9, -1e9});
    if (!run_->filter().rangeOf(data_.column(static_cast<std::size_t>(active_)))) {
        low_share_ = 0.0;
        high_share_ = 1.0;
    }
    drag_ = Drag::None;
    const double from = std::clamp(low_share_ + (low ? step : 0.0), 0.0, 1.0);
    const double to = std::clamp(high_share_ + (low ? 0.0 : step), 0.0, 1.0);
    if (from < to) setShares(from, to);
}

void ParallelCanvas::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(data_.axes()) - 1;
    const bool alt = event->modifiers().testFlag(Qt::AltModifier),
               shift = event->modifiers().testFlag(Qt::ShiftModifier);
    if (!run_ || last < 0 || alt) return QWidget::keyPressEvent(event);
    const bool none = active_ < 0;
    switch (event->key()) {
    case Qt::Key_Escape:
        if (drag_ == Drag::None) return QWidget::keyPressEvent(event);
        return cancel();
    case Qt::Key_Left:
    case Qt::Key_Right: {
        const int step = event->key() == Qt::Key_Right ? 1 : -1;
        if (shift && !none) return moveAxis(active_, active_ + step);
        active_ = none ? 0 : std::clamp(active_ + step, 0, last);
        setAccessibleDescription(run_->columns()[data_.column(static_cast<std::size_t>(active_))].title);
        return update();
    }
    case Qt::Key_Up:
    case Qt::Key_Down:
        if (!none) nudge(event->key() == Qt::Key_Up ? kNudge : -kNudge, shift);
        return;
    case Qt::Key_I:
        if (!none) toggleInverted(active_);
        return;
    case Qt::Key_L:
        if (!none) toggleLogarithmic(active_);
        return;
    case Qt::Key_Delete: {
        Filter filter = run_->filter();
        if (none)
            filter = filter.cleared();
        else
            filter.setRange({data_.column(static_cast<std::size_t>(active_)), -kOpen, kOpen});
        return run_->setFilter(std::move(filter));
    }
    case Qt::Key_Return:
    case Qt::Key_Enter: {
        const auto row = run_->hovered();
        if (!row) return;
        if (event->modifiers().testFlag(Qt::ControlModifier))
            emit run_->baselineRequested(*row);
        else
            emit run_->openRequested(*row);
        return;
    }
    default: return QWidget::keyPressEvent(event);
    }
}

} // namespace strata::views
