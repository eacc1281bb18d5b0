// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/centre_column.h"

#include <QEvent>
#include <QVBoxLayout>

namespace strata::app {

CentreColumn::CentreColumn(std::initializer_list<QWidget*> rows, QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins({});
    column->setSpacing(0);
    for (QWidget* row : rows) column->addWidget(row);
}

bool CentreColumn::event(QEvent* event) {
    const bool handled = QWidget::event(event);
    if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::Resize) fitHeight();
    return handled;
}

void CentreColumn::fitHeight() {
    // Texts that wrap make the height depend on the width, which docks do not ask for.
    const int wanted = layout()->hasHeightForWidth() ? layout()->totalHeightForWidth(width()) : layout()->totalSizeHint().height();
    if (wanted > 0 && (minimumHeight() != wanted || maximumHeight() != wanted)) setFixedHeight(wanted);
}

}  // namespace strata::app
