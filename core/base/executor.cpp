// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/executor.h"

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace strata {
namespace {

/// Helpers taken from those that are free, given back at the end.
class Helpers {
public:
    Helpers(std::atomic<unsigned>& free, std::size_t wanted) : free_(free) {
        unsigned there = free_.load();
        do {
            count_ = static_cast<unsigned>(std::min<std::size_t>(there, wanted));
        } while (!free_.compare_exchange_weak(there, there - count_));
    }
    ~Helpers() { free_ += count_; }
    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    unsigned count() const { return count_; }

private:
    std::atomic<unsigned>& free_;
    unsigned count_ = 0;
};

} // namespace

void runParts(Executor* executor, std::size_t count, const std::function<void(std::size_t)>& task) {
    if (executor != nullptr) return executor->run(count, task);
    for (std::size_t i = 0; i < count; ++i)
        task(i);
}

ThreadExecutor::ThreadExecutor(unsigned threads) : free_(std::max(threads, 1U) - 1) {}

void ThreadExecutor::run(std::size_t count, const std::function<void(std::size_t)>& task) {
    if (count == 0) return;
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr thrown;
    const auto work = [&] {
        for (std::size_t i = next++; i < count; i = next++) {
            try {
                task(i);
            } catch (...) {
                const std::lock_guard lock(mutex);
                if (!thrown) thrown = std::current_exception();
            }
        }
    };
    {
        const Helpers helpers(free_, count - 1);
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < helpers.count(); ++i)
            threads.emplace_back(work);
        work();
    }
    if (thrown) std::rethrow_exception(thrown);
}

} // namespace strata
