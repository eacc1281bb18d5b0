// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QMenuBar;
class QToolButton;

namespace strata::app {

/// Buttons of the workspaces at the end of the menu bar, where they take no room from the views. Where the window has
/// no room for them beside the menus, they become one button with a menu.
class WorkspaceStrip : public QWidget {
    Q_OBJECT

public:
    /// Becomes the corner of the bar, which has its menus already. The actions are checkable, and one of them is
    /// checked.
    WorkspaceStrip(QMenuBar* bar, const QList<QAction*>& workspaces);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit(int width);
    void nameChosen();

    QMenuBar* bar_;
    QList<QAction*> workspaces_;
    QList<QToolButton*> buttons_;
    QToolButton* chosen_; ///< with the menu
    int padding_ = 0;
};

} // namespace strata::app
