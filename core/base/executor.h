// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

namespace strata {

/// Runs independent parts of one piece of work beside each other. Whoever starts the work owns the executor, and with
/// it the number of threads; the work itself starts none.
class Executor {
public:
    virtual ~Executor() = default;

    /// Calls task(0) to task(count - 1), each once, and returns when all have ended. How many run at a time must not
    /// show in what comes out. What a task throws is thrown here, once the others have ended.
    virtual void run(std::size_t count, const std::function<void(std::size_t)>& task) = 0;
};

/// The same on an executor that may be missing: then the calls are made one after the other.
void runParts(Executor* executor, std::size_t count, const std::function<void(std::size_t)>& task);

/// An executor that helps its callers with threads. All calls together, nested ones too, have at most `threads - 1`
/// helpers at a time; where none is free a caller works alone.
class ThreadExecutor final : public Executor {
public:
    explicit ThreadExecutor(unsigned threads);
    void run(std::size_t count, const std::function<void(std::size_t)>& task) override;

private:
    std::atomic<unsigned> free_; ///< helpers
};

} // namespace strata
