// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/window/explore/background_thread.h"
#include "app/window/explore/worker.h"

#include <functional>
#include <memory>
#include <QTimer>
#include <stop_token>
#include <utility>

namespace strata::app {

/// Work in the background that a view waits for: it begins when nothing has changed for a while, on a thread that gives
/// way to the window, and stops at the next change. `Wanted` says what the work is for; as constructed it asks for
/// nothing.
template <class Wanted>
class QuietTask {
public:
    /// `begin` is called when changes rest; it calls run().
    QuietTask(int quiet_ms, std::function<void()> begin) : worker_(std::make_unique<Worker>()) {
        quiet_.setSingleShot(true);
        quiet_.setInterval(quiet_ms);
        QObject::connect(&quiet_, &QTimer::timeout, &quiet_, std::move(begin));
    }
    ~QuietTask() { stop_.request_stop(); }
    QuietTask(const QuietTask&) = delete;
    QuietTask& operator=(const QuietTask&) = delete;

    /// What is wanted now; `seen`: somebody looks at it. Work for something else stops.
    void want(const Wanted& now, bool seen) {
        const bool needed = seen && now != Wanted() && now != known_;
        if (needed && now == under_way_) return;
        stop_.request_stop();
        under_way_ = {};
        if (needed)
            quiet_.start();
        else
            quiet_.stop();
    }

    /// `work` gets a stop token, on the background thread; `done` its result, on the window's thread and unless another
    /// change came first. From then on `now` is known.
    template <class Work, class Done>
    void run(QObject* context, const Wanted& now, Work work, Done done) {
        under_way_ = now;
        stop_ = {};
        worker_->run(
            context,
            [work = std::move(work), stop = stop_.get_token()] {
                giveWayToWindow();
                return work(stop);
            },
            [this, now, done = std::move(done), stop = stop_.get_token()](auto result) {
                if (stop.stop_requested()) return;
                known_ = now;
                under_way_ = {};
                done(std::move(result));
            });
    }

    bool underWay(const Wanted& now) const { return now == under_way_ && now != Wanted(); }
    /// The view no longer shows what was known: it is asked for again when it is wanted.
    void forget() { known_ = {}; }

private:
    QTimer quiet_;
    Wanted under_way_{}, known_{};
    std::stop_source stop_;
    std::unique_ptr<Worker> worker_; ///< destroyed first: its work may hold the token
};

} // namespace strata::app
