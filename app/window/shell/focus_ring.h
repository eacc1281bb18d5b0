// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QWidget>

namespace strata::app {

/// Frames what the keyboard has reached: plots, tables, lists and tabs, which draw no focus of their own. Not after a
/// click, where the hand knows where it is. One for the whole program.
class FocusRing : public QObject {
    Q_OBJECT

public:
    explicit FocusRing(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void follow(QWidget* widget);
    void place();

    QPointer<QWidget> framed_;
    bool by_mouse_ = false;   ///< since the last press of a key: focus that moves on when a dock hides is no reader's
    QPointer<QWidget> frame_; ///< a child of the focused window
};

} // namespace strata::app
