// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/centre_column.h"

#include <QEvent>
#include <utility>

namespace strata::app {

CentreColumn::CentreColumn(std::vector<QWidget*> rows, QWidget* parent) : QWidget(parent), rows_(std::move(rows)) {
    for (QWidget* row : rows_)
        row->setParent(this);
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
    if (minimumHeight() != top || maximumHeight() != top) setFixedHeight(top);
}

} // namespace strata::app
