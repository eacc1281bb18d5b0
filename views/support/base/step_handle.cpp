// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/step_handle.h"

#include "views/support/theme/theme.h"

#include <algorithm>
#include <cmath>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace strata::views {

StepHandle::StepHandle(double step_px, const QString& help, QWidget* parent) : QWidget(parent), step_px_(step_px) {
    setToolTip(help);
    setAccessibleName(help);
    setCursor(Qt::SizeHorCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
}

QSize StepHandle::sizeHint() const {
    return {fontMetrics().horizontalAdvance(longestText()) + 10, fontMetrics().height() + 6};
}

void StepHandle::paintEvent(QPaintEvent*) {
    const Theme theme = themeFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(hasFocus() || dragging_ ? theme.accent : theme.hairline, 1.0));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 2.5, -0.5, -2.5), 4, 4);
    painter.setPen(theme.text);
    painter.drawText(rect(), Qt::AlignCenter, shownText());
}

bool StepHandle::begin() {
    steps_ = steps();
    told_ = steps_.at;
    return steps_.count > 0;
}

void StepHandle::choose(std::ptrdiff_t by, const QString& gesture) {
    const auto last = static_cast<std::ptrdiff_t>(steps_.count) - 1;
    const auto at = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(steps_.at) + by, 0, last);
    if (static_cast<std::size_t>(at) == told_) return;
    told_ = static_cast<std::size_t>(at);
    take(told_, gesture);
}

void StepHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !begin()) return;
    pressed_x_ = event->position().x();
    dragging_ = true;
    ++gestures_;
    update();
}

void StepHandle::mouseMoveEvent(QMouseEvent* event) {
    if (dragging_)
        choose(static_cast<std::ptrdiff_t>(std::lround((event->position().x() - pressed_x_) / step_px_)), gesture());
}

void StepHandle::mouseReleaseEvent(QMouseEvent*) {
    dragging_ = false;
    update();
}

void StepHandle::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    if (dragging_ && key == Qt::Key_Escape) {
        choose(0, gesture());
        dragging_ = false;
        return update();
    }
    const bool more = key == Qt::Key_Right || key == Qt::Key_Up, less = key == Qt::Key_Left || key == Qt::Key_Down;
    if ((!more && !less) || !begin()) return QWidget::keyPressEvent(event);
    choose(more ? 1 : -1, {});
}

} // namespace strata::views
