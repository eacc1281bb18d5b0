// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/shell/workspace_strip.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMenuBar>
#include <QToolButton>
#include <utility>

namespace strata::app {
namespace {

constexpr int kWide = 1280;     ///< pixels of a window that has room to spare
constexpr int kAroundMenu = 22; ///< pixels beside the title of a menu

QToolButton* addButton(QWidget* strip) {
    auto* button = new QToolButton(strip);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::NoFocus); // keys and menu do the same; the focus belongs to the views
    strip->layout()->addWidget(button);
    return button;
}

int widthOfMenus(const QMenuBar& bar) {
    int width = 0;
    for (const QAction* menu : bar.actions())
        width += bar.fontMetrics().horizontalAdvance(menu->text().remove(QLatin1Char('&'))) + kAroundMenu;
    return width;
}

} // namespace

WorkspaceStrip::WorkspaceStrip(QMenuBar* bar, const QList<QAction*>& workspaces)
    : QWidget(bar), bar_(bar), workspaces_(workspaces) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 0);
    row->setSpacing(2);
    for (QAction* action : workspaces_) {
        buttons_ << addButton(this);
        buttons_.back()->setDefaultAction(action);
        buttons_.back()->setAccessibleName(action->text());
        connect(action, &QAction::toggled, this, [this](bool on) {
            if (!on) return;
            nameChosen();
            fit(bar_->window()->width()); // names differ in length
        });
    }
    chosen_ = addButton(this);
    chosen_->setObjectName(QStringLiteral("workspaces"));
    chosen_->setPopupMode(QToolButton::InstantPopup);
    chosen_->setMenu(new QMenu(chosen_));
    chosen_->menu()->addActions(workspaces_);
    chosen_->setAccessibleName(tr("Workspace"));
    nameChosen();
    bar_->window()->installEventFilter(this);
    fit(bar_->window()->width());
}

bool WorkspaceStrip::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) fit(static_cast<QWidget*>(watched)->width());
    return QWidget::eventFilter(watched, event);
}

void WorkspaceStrip::nameChosen() {
    for (const QAction* action : workspaces_)
        if (action->isChecked()) chosen_->setText(action->text().remove(QLatin1Char('&')));
}

void WorkspaceStrip::fit(int width) {
    const int padding = width < kWide ? 4 : 10;
    if (std::exchange(padding_, padding) != padding)
        setStyleSheet(QStringLiteral("QToolButton { padding: 3px %1px; border-radius: 0 }"
                                     "QToolButton:checked { border-bottom: 2px solid palette(highlight); }"
                                     "QToolButton#workspaces { padding-right: 18px }")
                          .arg(padding));
    int needed = widthOfMenus(*bar_) + layout()->contentsMargins().left() + layout()->contentsMargins().right();
    for (const QToolButton* button : buttons_)
        needed += button->sizeHint().width() + layout()->spacing();
    const bool narrow = needed > width;
    for (QToolButton* button : buttons_)
        button->setVisible(!narrow);
    chosen_->setVisible(narrow);
    layout()->invalidate();
    bar_->setCornerWidget(this); // the bar asks for the size of its corner at no other time
}

} // namespace strata::app
