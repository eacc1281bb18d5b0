// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/base/fit_button.h"

#include "views/support/base/toolbar.h"
#include "views/support/theme/icons.h"
#include "views/support/theme/theme.h"

#include <QBoxLayout>
#include <QCoreApplication>
#include <QToolButton>
#include <utility>

namespace strata::views {

void addFitButton(ViewToolBar& toolbar, std::function<void()> fit) {
    auto* row = qobject_cast<QBoxLayout*>(toolbar.layout());
    auto* button = new QToolButton(&toolbar);
    button->setObjectName(QStringLiteral("fit")); // the toolbar draws icons by these names
    button->setIcon(themedIcon(QStringLiteral(":/icons/fit.svg"), themeFor(toolbar.palette())));
    const QString text = QCoreApplication::translate("strata::views", "Show everything: axes as before zooming (Home)");
    button->setAutoRaise(true);
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    QObject::connect(button, &QToolButton::clicked, &toolbar, [fit = std::move(fit)] { fit(); });
    const auto* after = toolbar.findChild<QToolButton*>(QStringLiteral("export"), Qt::FindDirectChildrenOnly);
    row->insertWidget(row->indexOf(after), button, 0, Qt::AlignTop);
}

} // namespace strata::views
