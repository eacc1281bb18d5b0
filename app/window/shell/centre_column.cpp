// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/centre_column.h"

#include <QApplication>
#include <QEvent>
#include <QMouseEvent>
#include <utility>

namespace strata::app {

CentreColumn::CentreColumn(std::vector<QWidget*> rows, QWidget* parent) : QWidget(parent), rows_(std::move(rows)) {
    for (QWidget* row : rows_)
        row->setParent(this);
    qApp->installEventFilter(this);
}

bool CentreColumn::eventFilter(QObject* watched, QEvent* event) {
    const auto letGo = [this] {
        if (std::exchange(held_, false)) QMetaObject::invokeMethod(this, &CentreColumn::arrange, Qt::QueuedConnection);
    };
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        // Bars that appear or go by a click inside the column itself are meant to.
        if (const auto* widget = qobject_cast<QWidget*>(watched)) held_ = widget != this && !isAncestorOf(widget);
        break;
    case QEvent::MouseButtonRelease:
    case QEvent::Drop: letGo(); break;
    case QEvent::MouseMove:
        // The release after a drag into another program is never told.
        if (event->spontaneous() && static_cast<QMouseEvent*>(event)->buttons() == Qt::NoButton) letGo();
        break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

bool CentreColumn::event(QEvent* event) {
    if (event->type() == QEvent::LayoutRequest) arrange();
    return QWidget::event(event);
}

void CentreColumn::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void CentreColumn::arrange() {
    int top = 0;
    for (QWidget* row : rows_) {
        if (row->isHidden()) continue;
        const int height = row->hasHeightForWidth() ? row->heightForWidth(width()) : row->sizeHint().height();
        row->setGeometry(0, top, width(), height);
        top += height;
    }
    if (!held_ && (minimumHeight() != top || maximumHeight() != top)) setFixedHeight(top);
}

} // namespace strata::app
