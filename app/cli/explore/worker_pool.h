// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/explore/worker_process.h"
#include "core/explore/point_pool.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace strata::cli {

/// Processes that evaluate points of one request, as `strata-cli points` does, and hand blocks back in order: the bits
/// are those of threads. A process that ends, or takes too long, is replaced, and what it had not answered
/// is asked again.
class WorkerPool {
public:
    /// @param words a program that reads the request on its first line, greets, and answers questions
    /// @param request outlives the pool
    /// @param patience longest time without a word of a process that was asked, and for each of its points
    WorkerPool(std::vector<std::string> words, unsigned workers, std::chrono::seconds patience,
               const explore::ExploreRequest& request);
    ~WorkerPool();

    /// As PointPool::run(): fewer than `count` where it was stopped or failed; then failure() tells why.
    std::uint64_t run(std::uint64_t first, std::uint64_t count, const explore::PointPool::Coordinates& coordinates,
                      const explore::PointPool::Deliver& deliver, const std::stop_token& stop);

    /// Why a run ended early. "worker-failed": several processes ended at the same points, or none of them greets;
    /// "worker-differs": one answers by another version or other data.
    const std::optional<Error>& failure() const { return failure_; }
    std::uint64_t replaced() const { return replaced_; } ///< processes that ended early, or were ended
    std::uint64_t silent() const { return silent_; }     ///< processes among them that took too long

private:
    struct Job;
    struct Turn;
    struct Slot {
        std::mutex mutex; ///< around the process, so that it can be ended while it is read from
        std::optional<WorkerProcess> process;
        bool late = false; ///< the process told that it was at work for longer than its points may take
    };
    void work(Turn& turn, Slot& slot);
    std::optional<explore::PointBlock> ask(Turn& turn, Slot& slot, const Job& job);
    bool startIn(Slot& slot);
    std::optional<std::string> answerIn(Slot& slot, std::size_t points);
    bool drop(Slot& slot); ///< whether the process was silent, or late
    void endAll();
    Error failureAt(const Job& job) const;

    std::vector<std::string> words_;
    std::chrono::seconds patience_;
    const explore::ExploreRequest& request_;
    std::string question_, greeting_;
    std::vector<Slot> slots_;
    std::optional<Error> failure_; ///< under the mutex of the turn
    std::atomic<std::uint64_t> replaced_ = 0, silent_ = 0;
    std::atomic<bool> differs_ = false;
    std::atomic<bool> greeted_ = false; ///< by any process
    std::atomic<bool> ending_ = false;  ///< processes that start now end at once
};

} // namespace strata::cli
