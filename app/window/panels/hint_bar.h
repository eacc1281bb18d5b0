// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/panels/notice_bar.h"

namespace strata::app {

/// Three short hints, one after the other; skipped with one click, shown again from Help.
class HintBar : public NoticeBar {
    Q_OBJECT

public:
    explicit HintBar(QWidget* parent = nullptr);

    void start();
    /// What a hand does first in the workspace that is shown.
    void setFirst(const QString& hint);

signals:
    void finished();

private:
    void showHint(int index);
    QStringList hints() const;

    QString first_;
    int index_ = 0;
};

} // namespace strata::app
