// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sensitivity/sensitivity_canvas.h"

#include "views/sensitivity/sensitivity_view.h"
#include "views/support/text/text.h"

#include <algorithm>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

namespace strata::views {

SensitivityCanvas::SensitivityCanvas(SensitivityView& view) : view_(view) {
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setObjectName(QStringLiteral("canvas"));
    setAccessibleName(tr("Sobol indices by parameter"));
}

QRectF SensitivityCanvas::area() const {
    constexpr double kPadding = 12;
    return QRectF(rect()).adjusted(kPadding, kPadding, -kPadding, -kPadding / 2);
}

void SensitivityCanvas::setCurrent(int row) {
    if (row == current_) return;
    current_ = row;
    setAccessibleDescription(row < 0 ? QString() : view_.tooltip(row).remove(QLatin1Char('\n')));
    update();
}

int SensitivityCanvas::rowAt(const QPointF& position) const {
    const auto places = view_.places();
    for (std::size_t i = 0; i < places.size(); ++i)
        if (places[i].row.contains(position)) return static_cast<int>(i);
    return -1;
}

void SensitivityCanvas::choose(int row) {
    if (row < 0 || row >= static_cast<int>(view_.chart().rows.size()) || !view_.exploration()) return;
    const int axis = view_.exploration()->columnNamed(view_.chart().rows[static_cast<std::size_t>(row)].name);
    emit view_.parameterChosen(
        toQString(view_.exploration()->request().space.axes[static_cast<std::size_t>(axis)].pointer));
}

void SensitivityCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), themeFor(palette()).surface);
    paintIndices(painter, view_.chart(), area(), view_.options());
}

void SensitivityCanvas::mouseMoveEvent(QMouseEvent* event) {
    const int row = rowAt(event->position());
    setCurrent(row);
    if (row < 0)
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPosition().toPoint(), view_.tooltip(row), this);
}

void SensitivityCanvas::mousePressEvent(QMouseEvent* event) {
    setCurrent(rowAt(event->position()));
    QWidget::mousePressEvent(event);
}

void SensitivityCanvas::mouseDoubleClickEvent(QMouseEvent* event) { choose(rowAt(event->position())); }

void SensitivityCanvas::leaveEvent(QEvent*) {
    if (!hasFocus()) setCurrent(-1);
}

void SensitivityCanvas::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(view_.chart().rows.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Up: return setCurrent(std::max(current_ - 1, 0));
    case Qt::Key_Down: return setCurrent(std::min(current_ + 1, last));
    case Qt::Key_Home: return setCurrent(std::min(0, last));
    case Qt::Key_End: return setCurrent(last);
    case Qt::Key_Return:
    case Qt::Key_Enter: return choose(current_);
    default: QWidget::keyPressEvent(event);
    }
}

} // namespace strata::views
