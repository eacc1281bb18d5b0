// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/table/tab_order.h"

#include <QWidget>

namespace strata::views {

QWidget* continueTabOrder(QWidget* before, const QWidget& whole) {
    for (QWidget* control : whole.findChildren<QWidget*>()) {
        const bool stops = (control->focusPolicy() & Qt::TabFocus) != 0 && !control->focusProxy();
        if (!stops || control == before || control->window() != whole.window()) continue;
        QWidget::setTabOrder(before, control);
        before = control;
    }
    return before;
}

} // namespace strata::views
