// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/explore/worker_pool.h"

#include "core/base/json.h"
#include "core/explore/point_lines.h"

#include <algorithm>
#include <condition_variable>
#include <csignal>
#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

namespace strata::cli {
namespace {

using explore::PointBlock;

constexpr std::uint64_t kMostPointsPerJob = 1024;
constexpr std::uint64_t kJobsPerWorker = 4;   ///< of one generation, so that a slow one does not hold up the others
constexpr std::uint64_t kWindowPerWorker = 8; ///< jobs that wait for an earlier one; bounds the memory
constexpr unsigned kMostTries = 3;            ///< of one job
constexpr std::size_t kMostLine = std::size_t{1} << 26; ///< bytes

constexpr std::chrono::seconds kFarewell{10}; ///< for a process that said nothing to end by itself
constexpr std::chrono::seconds kLastWords{2}; ///< for all processes together when a run ends

/// A process that is gone is an error of write(), and no signal.
void blockBrokenPipes() {
    sigset_t pipe;
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
}

} // namespace

struct WorkerPool::Job {
    std::uint64_t number = 0, first = 0;
    std::size_t count = 0;
    unsigned tries = 0, silent = 0; ///< processes that did not answer it, and those of them that took too long
};

/// One call of run(). Everything but the functions is under the mutex.
struct WorkerPool::Turn {
    const explore::PointPool::Coordinates& coordinates;
    std::stop_token stop;
    std::uint64_t end = 0, share = 1, window = 1;

    std::mutex mutex;
    std::condition_variable changed;
    std::uint64_t next = 0, claimed = 0, delivered = 0;
    std::deque<Job> again; ///< of processes that ended
    std::map<std::uint64_t, PointBlock> done;
    unsigned busy = 0;
    bool failed = false;

    bool ended() const { return failed || stop.stop_requested() || (next == end && again.empty() && busy == 0); }
    bool mayClaim() const { return !again.empty() || (next < end && claimed - delivered < window); }
    Job claim() {
        if (!again.empty()) {
            const Job job = again.front();
            again.pop_front();
            return job;
        }
        const Job job{claimed++, next, static_cast<std::size_t>(std::min(share, end - next))};
        next += job.count;
        return job;
    }
};

WorkerPool::WorkerPool(std::vector<std::string> words, unsigned workers, std::chrono::seconds patience,
                       const explore::ExploreRequest& request)
    : words_(std::move(words)), patience_(patience), request_(request), question_(request.document->dump()),
      greeting_(explore::greetingOf(request)), slots_(std::max(1U, workers)) {}

WorkerPool::~WorkerPool() = default;

bool WorkerPool::startIn(Slot& slot) {
    auto started = WorkerProcess::start(words_);
    if (!started) return false;
    {
        const std::lock_guard lock(slot.mutex);
        slot.process = std::move(started);
        if (ending_) return false; // endAll() may have passed before the process stood here
    }
    if (!slot.process->write(question_, patience_)) return false;
    const auto greeting = slot.process->read(kMostLine, patience_);
    if (!greeting) return false;
    greeted_ = true;
    if (*greeting == greeting_) return true;
    differs_ = true;
    return false;
}

bool WorkerPool::drop(Slot& slot) {
    if (!slot.process) return false;
    const bool silent = slot.process->wasSilent() || std::exchange(slot.late, false);
    if (silent) {
        ++silent_;
        slot.process->terminate(); // a launcher gives back what it holds elsewhere, for the process in its place
        slot.process->killAfter(kFarewell); // in its slot, so that endAll() can end it sooner
    }
    slot.process->kill(); // it may still run after an answer that cannot be read
    ++replaced_;
    std::optional<WorkerProcess> gone;
    const std::lock_guard lock(slot.mutex);
    gone.swap(slot.process);
    return silent;
}

void WorkerPool::endAll() {
    ending_ = true;
    const auto each = [&](const auto& act) {
        for (Slot& slot : slots_) {
            const std::lock_guard lock(slot.mutex);
            if (slot.process) act(*slot.process);
        }
    };
    each([](const WorkerProcess& process) { process.terminate(); });
    const auto until = std::chrono::steady_clock::now() + kLastWords;
    each([&](const WorkerProcess& process) {
        const auto left = until - std::chrono::steady_clock::now();
        process.killAfter(std::chrono::ceil<std::chrono::milliseconds>(left));
    });
}

std::optional<std::string> WorkerPool::answerIn(Slot& slot, std::size_t points) {
    // An empty line tells that the process is at work, which it is for no longer than all of its points may take.
    const auto until = std::chrono::steady_clock::now() + patience_ * points;
    for (;;) {
        auto line = slot.process->read(kMostLine, patience_);
        if (!line || !line->empty()) return line;
        slot.late = std::chrono::steady_clock::now() >= until;
        if (slot.late) return std::nullopt;
    }
}

std::optional<PointBlock> WorkerPool::ask(Turn& turn, Slot& slot, const Job& job) {
    if (!slot.process && !startIn(slot)) return std::nullopt;
    explore::PointQuestion question{job.first, std::vector<double>(job.count * request_.space.free.size())};
    turn.coordinates(job.first, question.coordinates);
    if (!slot.process->write(explore::lineOf(question), patience_)) return std::nullopt;
    const auto line = answerIn(slot, job.count);
    if (!line) return std::nullopt;
    auto block = explore::readPointBlock(*line, request_.space.axes.size() + request_.metrics.size());
    if (!block || block->first != job.first || block->count != job.count) return std::nullopt;
    return *std::move(block);
}

Error WorkerPool::failureAt(const Job& job) const {
    if (differs_)
        return {"worker-differs",
                "",
                {"error.worker-answers-by-another-version"},
                {"accepted.worker-of-the-same-version"},
                {}};
    if (job.silent > 0)
        return {"worker-failed",
                "",
                {job.silent == job.tries ? "error.workers-took-too-long" : "error.workers-ended-or-took-too-long",
                 {{"silent", job.silent},
                  {"ended", job.tries - job.silent},
                  {"seconds", static_cast<std::uint64_t>(patience_.count())},
                  {"first", job.first},
                  {"last", job.first + job.count - 1}}},
                {"accepted.longer-patience"},
                {}};
    if (!greeted_)
        return {"worker-failed",
                "",
                {"error.worker-command-without-greeting"},
                {"accepted.worker-command-that-answers"},
                {}};
    return {"worker-failed",
            "",
            {"error.workers-ended-at-points",
             {{"count", kMostTries}, {"first", job.first}, {"last", job.first + job.count - 1}}},
            {"accepted.worker-command-that-answers"},
            {}};
}

void WorkerPool::work(Turn& turn, Slot& slot) {
    blockBrokenPipes();
    std::unique_lock lock(turn.mutex);
    for (;;) {
        turn.changed.wait(lock, [&] { return turn.ended() || turn.mayClaim(); });
        if (turn.ended()) return;
        Job job = turn.claim();
        ++turn.busy;
        lock.unlock();
        auto block = ask(turn, slot, job);
        const bool silent = !block && drop(slot);
        lock.lock();
        --turn.busy;
        if (block) {
            turn.done.emplace(job.number, *std::move(block));
        } else if (turn.failed || turn.stop.stop_requested()) {
            return; // it was ended, and does not tell why
        } else {
            ++job.tries;
            job.silent += silent ? 1 : 0;
            turn.failed = differs_ || job.tries >= kMostTries;
            if (turn.failed)
                failure_ = failureAt(job);
            else
                turn.again.push_back(job);
        }
        turn.changed.notify_all();
    }
}

std::uint64_t WorkerPool::run(std::uint64_t first, std::uint64_t count,
                              const explore::PointPool::Coordinates& coordinates,
                              const explore::PointPool::Deliver& deliver, const std::stop_token& stop) {
    const std::uint64_t workers = slots_.size();
    Turn turn{.coordinates = coordinates,
              .stop = stop,
              .end = first + count,
              .share = std::clamp<std::uint64_t>(count / (kJobsPerWorker * workers), 1, kMostPointsPerJob),
              .window = kWindowPerWorker * workers};
    turn.next = first;
    ending_ = false;
    std::uint64_t points = 0;
    {
        std::vector<std::jthread> threads;
        const std::stop_callback on_stop(stop, [&] {
            endAll();
            const std::lock_guard lock(turn.mutex);
            turn.changed.notify_all();
        });
        for (Slot& slot : slots_)
            threads.emplace_back([this, &turn, &slot] { work(turn, slot); });
        std::unique_lock lock(turn.mutex);
        for (;;) {
            turn.changed.wait(lock, [&] { return turn.done.contains(turn.delivered) || turn.ended(); });
            const auto found = turn.done.find(turn.delivered);
            if (found == turn.done.end()) break;
            const PointBlock block = std::move(found->second);
            turn.done.erase(found);
            ++turn.delivered;
            lock.unlock();
            turn.changed.notify_all();
            deliver(block);
            points += block.count;
            lock.lock();
        }
        if (turn.failed) {
            lock.unlock();
            endAll();
        }
        // Threads are joined before what they use goes away.
        if (lock.owns_lock()) lock.unlock();
        turn.changed.notify_all();
    }
    return points;
}

} // namespace strata::cli
