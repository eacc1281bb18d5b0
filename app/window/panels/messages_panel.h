// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/panels/notice_bar.h"

#include <QWidget>

class QAction;
class QTreeWidget;

namespace strata::app {

/// Everything that the window has said, the newest first; copied with Ctrl+C.
class MessagesPanel : public QWidget {
    Q_OBJECT

public:
    explicit MessagesPanel(QWidget* parent = nullptr);

    void add(NoticeBar::Tone tone, const QString& text);
    int count() const;

private:
    void copySelected();

    QTreeWidget* list_;
};

} // namespace strata::app
