// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <QWidget>
#include <vector>

class QDockWidget;
class QLabel;
class QToolButton;

namespace strata::app {

/// The flat title of a dock: its name, and buttons that fill the window with it, detach it, hide it. A dock among tabs
/// is named by its tab alone: the title goes, and the buttons go into the toolbar of the view.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget* dock, bool can_fill);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void fillRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void lookForTabs();
    void checkTabs();
    QToolButton* addButton(const QString& icon, const QString& text);
    void updateIcons();

    QDockWidget* dock_;
    QLabel* label_;
    bool can_fill_;
    bool tabbed_ = false, looking_ = false;
    std::vector<QToolButton*> buttons_;
};

/// Calls `make` once, when a dock is first put on the screen.
void whenFirstShown(QDockWidget* dock, std::function<void()> make);

} // namespace strata::app
