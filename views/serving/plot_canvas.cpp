// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/serving/plot_canvas.h"

#include <cmath>
#include <QApplication>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace strata::views {
namespace {

constexpr double kWheelStep = 0.85;
constexpr double kNotch = 120.0; // eighths of a degree

} // namespace

PlotCanvas::PlotCanvas(QWidget* parent) : QWidget(parent) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

bool PlotCanvas::cancelDrag() {
    if (drag_ != Drag::Handle) return false;
    drag_ = Drag::None;
    emit handleCancelled();
    return true;
}

bool PlotCanvas::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) return true; // shown while moving already
    return QWidget::event(event);
}

void PlotCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (picture) picture(painter, QRectF(rect()));
    if (!hasFocus()) return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 1.0));
    painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void PlotCanvas::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mousePressEvent(event);
    pressed_ = last_ = event->position();
    const auto x = grip ? grip(pressed_) : std::nullopt;
    drag_ = x ? Drag::Handle : Drag::Pressed;
    if (!x) return;
    offset_ = pressed_.x() - *x;
    QToolTip::hideText();
    emit handlePressed();
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (drag_ == Drag::Handle) return emit handleMoved(at.x() - offset_);
    if (drag_ == Drag::Pressed && (at - pressed_).manhattanLength() >= QApplication::startDragDistance())
        drag_ = Drag::Pan;
    if (drag_ == Drag::Pan) {
        emit panned(at.x() - last_.x());
        last_ = at;
        return;
    }
    if (drag_ == Drag::Pressed) return;
    if (grip && grip(at))
        setCursor(Qt::SizeHorCursor);
    else
        unsetCursor();
    const QString text = answer ? answer(at) : QString();
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), text, this,
                           QRect(at.toPoint() - QPoint(3, 3), QSize(6, 6)));
}

void PlotCanvas::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return QWidget::mouseReleaseEvent(event);
    const Drag was = std::exchange(drag_, Drag::None);
    if (was == Drag::Handle) emit handleReleased();
    if (was == Drag::Pressed) emit clicked(event->position());
}

void PlotCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
    drag_ = Drag::None; // the release that follows belongs to it
    emit doubleClicked(event->position());
}

void PlotCanvas::wheelEvent(QWheelEvent* event) {
    emit zoomed(std::pow(kWheelStep, event->angleDelta().y() / kNotch), event->position().x());
}

void PlotCanvas::leaveEvent(QEvent* event) {
    QToolTip::hideText();
    QWidget::leaveEvent(event);
}

} // namespace strata::views
