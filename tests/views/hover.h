// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QMouseEvent>
#include <QWidget>

namespace strata::fixture {

/// Moves the pointer over a point of a widget. QTest::mouseMove() sets the cursor, which stops at the edge of the
/// screen: on one of 400 logical pixels it never reaches the right half of a view.
inline void hover(QWidget* widget, const QPoint& at) {
    QMouseEvent move(QEvent::MouseMove, QPointF(at), QPointF(widget->mapToGlobal(at)), Qt::NoButton, Qt::NoButton, {});
    QCoreApplication::sendEvent(widget, &move);
}

/// The same with the left button held down.
inline void drag(QWidget* widget, const QPoint& at) {
    QMouseEvent move(QEvent::MouseMove, QPointF(at), QPointF(widget->mapToGlobal(at)), Qt::NoButton, Qt::LeftButton,
                     {});
    QCoreApplication::sendEvent(widget, &move);
}

} // namespace strata::fixture
