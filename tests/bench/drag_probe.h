// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/main_window.h"

#include <QElapsedTimer>
#include <QEvent>
#include <QObject>
#include <QPoint>
#include <map>
#include <memory>
#include <vector>

namespace strata::bench {

/// Sends mouse events to the window and measures when all visible views have repainted with the answer to each.
class DragProbe : public QObject {
    Q_OBJECT

public:
    explicit DragProbe(app::MainWindow& window);

    void send(QWidget* target, QEvent::Type type, const QPoint& point);
    /// Lets the window work for so long.
    void pause(int ms);
    /// Until every event has been answered on the screen.
    void settle();
    void print(const char* title) const;

private:
    struct Sent {
        double at_ms;
        std::size_t edit;         ///< number of the change that the event made
        double shown_ms = -1.0;
    };

    double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }
    void viewRefreshed(const views::View* view);
    std::size_t editOf(const Json* request) const;

    app::MainWindow& window_;
    QElapsedTimer clock_;
    std::vector<std::shared_ptr<const Json>> edits_;  ///< the selected design's request after each change
    std::map<const views::View*, std::size_t> shown_; ///< per visible view: the newest change that it has repainted
    std::vector<Sent> sent_;
    std::size_t repaints_ = 0;  ///< of all visible views
    double last_repaint_ms_ = 0.0;
    double gap_ms_ = 0.0;
    std::size_t complete_ = 0;
};

}  // namespace strata::bench
