// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <QMetaObject>
#include <QObject>
#include <QPointer>
#include <thread>
#include <type_traits>
#include <utility>

namespace strata::app {

/// One background thread for everything that waits for a disk: files, SQLite, the catalog. Work runs in the order in
/// which it was given; each result comes back to the window's thread by a queued call.
class Worker : public QObject {
    Q_OBJECT

public:
    explicit Worker(QObject* parent = nullptr);
    /// Finishes what was given, then stops; results that are not yet delivered are dropped.
    ~Worker() override;

    /// `work` runs on the background thread, `done` gets its result on this object's thread while `context` lives.
    template <class Work, class Done>
    void run(QObject* context, Work work, Done done) {
        enqueue([this, alive = QPointer<QObject>(context), work = std::move(work), done = std::move(done)]() mutable {
            auto result = work();
            // The QPointer is only read in the queued call, on the thread that owns the context.
            QMetaObject::invokeMethod(
                this,
                [alive = std::move(alive), done = std::move(done), result = std::move(result)]() mutable {
                    if (alive) done(std::move(result));
                },
                Qt::QueuedConnection);
        });
    }

private:
    void enqueue(std::function<void()> job);
    void loop();

    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::function<void()>> jobs_;
    bool stopping_ = false;
    std::thread thread_;
};

} // namespace strata::app
