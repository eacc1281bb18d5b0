// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/run/exploration_controller.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QToolButton;

namespace strata::app {

/// "12,000 of 100,000 points, 5.2 k/s, 18 s left", or how it ended.
QString describeProgress(const ExplorationStatus& status, const QLocale& locale);

/// One exploration in the jobs dock. Click, Enter and Space select it; P pauses and goes on, C cancels,
/// Delete removes.
class JobRow : public QWidget {
    Q_OBJECT

public:
    explicit JobRow(const QString& id, QWidget* parent = nullptr);

    const QString& id() const { return id_; }
    void showStatus(const ExplorationStatus& status);
    QString progressText() const;

signals:
    void selected(const QString& id);
    void paused(const QString& id);
    void resumed(const QString& id);
    void cancelled(const QString& id);
    void removed(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QToolButton* addButton(const char* icon, const QString& help);
    void updateIcons();
    void togglePause();

    QString id_;
    ExplorationStatus status_;
    QLabel* label_;
    QProgressBar* bar_;
    QLabel* progress_;
    QToolButton* pause_;
    QToolButton* cancel_;
    QToolButton* remove_;
};

} // namespace strata::app
