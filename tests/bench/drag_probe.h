// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/shell/main_window.h"

#include <cstdint>
#include <memory>
#include <QElapsedTimer>
#include <QEvent>
#include <QObject>
#include <QPoint>
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
        std::size_t edit; ///< number of the change that the event made
    };
    /// A view has finished a repaint with this estimate.
    struct Repaint {
        double at_ms;
        const views::View* view;
        std::shared_ptr<const Estimate> estimate;
        std::size_t edits; ///< how many changes there were by then
    };
    struct Outcome {
        std::vector<double> delays_ms;
        std::size_t repaints = 0; ///< of all visible views
        double gap_ms = 0.0;
    };

    /// Processor time: what others on the machine do does not count.
    struct Spent {
        double window_ms = 0.0, all_ms = 0.0; ///< of the window's thread; of all threads
        std::uint64_t evaluated = 0;
    };
    Spent spent() const;

    double now() const { return static_cast<double>(clock_.nsecsElapsed()) / 1e6; }
    void viewRefreshed(const views::View* view);
    Outcome outcome() const;

    app::MainWindow& window_;
    QElapsedTimer clock_;
    std::vector<std::shared_ptr<const Json>> edits_; ///< the selected design's request after each change
    std::vector<const views::View*> views_;          ///< those that can be seen
    std::vector<Sent> sent_;
    std::vector<Repaint> repaints_;
    Spent before_; ///< the first event
};

} // namespace strata::bench
