// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/parameters/parameter_slider.h"

#include "views/support/theme/theme.h"

#include <cmath>
#include <cstdlib>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QStyle>

namespace strata::views {

namespace {
constexpr int kRadius = 6;
constexpr int kMargin = kRadius + 2;
} // namespace

ParameterSlider::ParameterSlider(QWidget* parent) : QSlider(Qt::Horizontal, parent) {
    setSingleStep(1);
    setPageStep(10);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ParameterSlider::setCatalogPosition(int position) {
    if (position == catalog_) return;
    catalog_ = position;
    update();
}

void ParameterSlider::setCurve(SliderCurve curve) {
    curve_ = std::move(curve);
    update();
}

void ParameterSlider::markCurveStale() {
    if (curve_.points.empty() || curve_.stale) return;
    curve_.stale = true;
    update();
}

int ParameterSlider::handleX(int position) const {
    return kMargin + QStyle::sliderPositionFromValue(minimum(), maximum(), position, width() - 2 * kMargin);
}

int ParameterSlider::positionAt(int x) const {
    return QStyle::sliderValueFromPosition(minimum(), maximum(), x - kMargin, width() - 2 * kMargin);
}

QSize ParameterSlider::sizeHint() const { return {120, 2 * kRadius + 10}; }
QSize ParameterSlider::minimumSizeHint() const { return {48, 2 * kRadius + 10}; }

void ParameterSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return event->ignore();
    const int x = qRound(event->position().x());
    const int handle = handleX(sliderPosition());
    // Grabbing the handle beside its middle must not move it.
    grab_offset_ = std::abs(x - handle) <= kRadius ? x - handle : 0;
    before_drag_ = value();
    setSliderDown(true);
    emit dragStarted();
    setSliderPosition(positionAt(x - grab_offset_));
    setRepeatAction(SliderNoAction);
    event->accept();
}

void ParameterSlider::mouseMoveEvent(QMouseEvent* event) {
    if (!isSliderDown()) return event->ignore();
    setSliderPosition(positionAt(qRound(event->position().x()) - grab_offset_));
    event->accept();
}

void ParameterSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !isSliderDown()) return event->ignore();
    finishDrag();
    event->accept();
}

void ParameterSlider::finishDrag() {
    setSliderDown(false);
    emit dragFinished();
    update();
}

void ParameterSlider::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && isSliderDown()) {
        setSliderPosition(before_drag_);
        finishDrag();
        return;
    }
    const int step = event->modifiers() & Qt::ShiftModifier ? 10 : 1;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down: setValue(value() - step); return;
    case Qt::Key_Right:
    case Qt::Key_Up: setValue(value() + step); return;
    default: QSlider::keyPressEvent(event);
    }
}

void ParameterSlider::wheelEvent(QWheelEvent* event) {
    if (hasFocus())
        QSlider::wheelEvent(event);
    else
        event->ignore();
}

void ParameterSlider::paintCurve(QPainter& painter) const {
    constexpr double kEdge = 2; // px above and below
    QPainterPath line;
    bool gap = true;
    const double span = std::max(1, maximum() - minimum());
    for (const QPointF& point : curve_.points) {
        if (!std::isfinite(point.y())) {
            gap = true;
            continue;
        }
        const QPointF at(kMargin + (point.x() - minimum()) / span * (width() - 2 * kMargin),
                         height() - kEdge - point.y() * (height() - 2 * kEdge));
        if (gap)
            line.moveTo(at);
        else
            line.lineTo(at);
        gap = false;
    }
    QColor ink = themeFor(palette()).text_muted;
    ink.setAlphaF(curve_.stale ? 0.30F : 0.75F);
    QPen pen(ink, 1.2);
    if (curve_.stale) pen.setDashPattern({2, 3});
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    painter.drawPath(line);
}

void ParameterSlider::paintEvent(QPaintEvent*) {
    const Theme colors = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (!curve_.points.empty()) paintCurve(painter);
    const double middle = height() / 2.0;
    const int handle = handleX(sliderPosition());
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.hairline);
    painter.drawRoundedRect(QRectF(kMargin, middle - 1.5, width() - 2 * kMargin, 3), 1.5, 1.5);
    QColor done = isEnabled() ? colors.accent : colors.text_muted;
    done.setAlphaF(0.55F);
    painter.setBrush(done);
    painter.drawRoundedRect(QRectF(kMargin, middle - 1.5, handle - kMargin, 3), 1.5, 1.5);
    if (catalog_ >= minimum() && catalog_ <= maximum()) {
        painter.setBrush(colors.text_muted);
        painter.drawRect(QRectF(handleX(catalog_) - 0.5, middle + 4, 1, 5));
    }
    const bool strong = isSliderDown() || hasFocus();
    if (hasFocus()) {
        QColor ring = colors.accent;
        ring.setAlphaF(0.25F);
        painter.setBrush(ring);
        painter.drawEllipse(QPointF(handle, middle), kRadius + 2, kRadius + 2);
    }
    painter.setPen(QPen(strong ? colors.accent : colors.text_muted, 1.4));
    painter.setBrush(isSliderDown() ? colors.accent : colors.surface);
    painter.drawEllipse(QPointF(handle, middle), kRadius - 0.7, kRadius - 0.7);
}

} // namespace strata::views
