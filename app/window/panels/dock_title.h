// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QDockWidget;
class QLabel;
class QToolButton;

namespace strata::app {

/// The flat title of a dock: its name, and buttons that fill the window with it, detach it, hide it.
class DockTitle : public QWidget {
    Q_OBJECT

public:
    explicit DockTitle(QDockWidget* dock, bool can_fill);

signals:
    void fillRequested();

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;

private:
    QToolButton* addButton(const QString& icon, const QString& text);
    void updateIcons();

    QDockWidget* dock_;
    QLabel* label_;
    bool can_fill_;
};

} // namespace strata::app
