// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/engine/engine.h"

#include "core/base/executor.h"
#include "core/base/progress.h"
#include "core/evaluate/engine/device_memo.h"
#include "core/evaluate/engine/result_cache.h"
#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/registry.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace strata {
namespace {

// An estimate takes some 20 KB, so that the cache stays below 100 MB.
constexpr std::size_t kCachedEstimates = 4096;

Error cancelledError() { return {"cancelled", "", {"error.request-cancelled"}, {}, {}}; }

} // namespace

/// Everything that callers and workers share, all of it under one mutex. Evaluations and deliveries run outside it.
struct Engine::Shared {
    using Deliver = std::function<void(Ticket, Outcome)>;

    struct Job {
        Ticket ticket = 0;
        std::shared_ptr<const Json> request;
        std::shared_ptr<const Request> resolved; ///< or the request with its query
        std::shared_ptr<const Library> library;
        std::uint64_t library_number = 0;
        std::shared_ptr<DeviceMemo> devices; ///< of this library
        Deliver deliver;
        Progress* progress = nullptr;
        std::stop_source stop;
        std::string design; ///< that it follows; empty: none
        bool interactive = false;
    };

    /// One design has at most one running and one pending request.
    struct Follower {
        std::optional<Job> pending;
        Ticket running = 0; ///< 0: none
    };
    /// What follows designs, in one of the lanes.
    struct Followers {
        std::map<std::string, Follower, std::less<>> followers;
        std::deque<std::string> ready; ///< designs whose pending request may start
    };

    Shared(std::shared_ptr<const Library> first, const Registry& rows, unsigned threads)
        : library(std::move(first)), registry(rows), executor(threads) {}

    Job jobOf(std::shared_ptr<const Json> request, Deliver deliver, Progress* progress);
    Ticket follow(Followers& lane, std::string_view design, Job job, std::optional<Job>& replaced);
    std::optional<Job> takeFrom(Followers& lane);
    std::optional<Job> takeBatch();
    void finish(const Job& job);
    void work(std::stop_token stop, bool interactive_only);
    void run(Job& job);
    Outcome answer(const Job& job);
    std::string cacheKey(const Request& request, const Method& method, const Job& job);

    mutable std::mutex mutex;
    std::condition_variable_any wake;
    std::shared_ptr<const Library> library;
    const Registry& registry;
    ThreadExecutor executor; ///< parts of one evaluation
    std::uint64_t library_number = 0;
    std::shared_ptr<DeviceMemo> devices = std::make_shared<DeviceMemo>();
    std::map<const Method*, std::string> versions; ///< with this library
    Ticket last_ticket = 0;
    Followers interactive, refining; ///< refining: of the batch lane
    std::deque<Job> batch;
    std::deque<Job> cancelled; ///< taken off the queue; only their delivery is left
    std::map<Ticket, std::stop_source> running_batch;
    ResultCache cache{kCachedEstimates};
    Counters counters;
    std::stop_source closing;
    std::vector<std::jthread> workers; ///< last: joined before anything that they use goes away
};

Engine::Shared::Job Engine::Shared::jobOf(std::shared_ptr<const Json> request, Deliver deliver, Progress* progress) {
    Job job;
    job.ticket = ++last_ticket;
    job.request = std::move(request);
    job.library = library;
    job.library_number = library_number;
    job.devices = devices;
    job.deliver = std::move(deliver);
    job.progress = progress;
    return job;
}

Ticket Engine::Shared::follow(Followers& lane, std::string_view design, Job job, std::optional<Job>& replaced) {
    const Ticket ticket = job.ticket;
    job.design = std::string(design);
    job.interactive = &lane == &interactive;
    Follower& follower = lane.followers[job.design];
    if (follower.pending) {
        ++counters.replaced;
    } else if (follower.running == 0) {
        lane.ready.push_back(job.design);
    }
    replaced = std::exchange(follower.pending, std::move(job));
    wake.notify_all();
    return ticket;
}

std::optional<Engine::Shared::Job> Engine::Shared::takeFrom(Followers& lane) {
    if (lane.ready.empty()) return std::nullopt;
    Follower& follower = lane.followers.find(lane.ready.front())->second;
    lane.ready.pop_front();
    follower.running = follower.pending->ticket;
    return std::exchange(follower.pending, std::nullopt);
}

std::optional<Engine::Shared::Job> Engine::Shared::takeBatch() {
    std::optional<Job> job = takeFrom(refining);
    if (!job) {
        if (batch.empty()) return std::nullopt;
        job = std::move(batch.front());
        batch.pop_front();
    }
    running_batch.emplace(job->ticket, job->stop);
    return job;
}

void Engine::Shared::finish(const Job& job) {
    if (!job.interactive) running_batch.erase(job.ticket);
    if (job.design.empty()) return;
    Followers& lane = job.interactive ? interactive : refining;
    const auto follower = lane.followers.find(job.design);
    follower->second.running = 0;
    if (follower->second.pending) {
        lane.ready.push_back(job.design);
        wake.notify_all();
    } else {
        lane.followers.erase(follower);
    }
}

std::string Engine::Shared::cacheKey(const Request& request, const Method& method, const Job& job) {
    std::string version;
    {
        const std::lock_guard lock(mutex);
        if (const auto known = versions.find(&method); known != versions.end()) version = known->second;
    }
    if (version.empty()) {
        version = versionOf(method, *job.library); // reads whole calibrations: outside the lock
        const std::lock_guard lock(mutex);
        if (job.library_number == library_number) versions[&method] = version;
    }
    return request.sha256 + " " + std::string(method.id) + " " + version + " " + std::to_string(job.library_number);
}

Outcome Engine::Shared::answer(const Job& job) {
    const auto request =
        job.resolved ? Result<Request>(*job.resolved) : parseRequest(*job.request, *job.library, registry);
    if (!request) return request.error();
    const auto method = methodFor(*request, registry);
    if (!method) return method.error();
    const std::string key = cacheKey(*request, **method, job);
    if (!(*method)->reads_files) {
        const std::lock_guard lock(mutex);
        if (auto known = cache.find(key)) {
            ++counters.from_cache;
            return known;
        }
    }
    auto estimate =
        evaluate(*request, **method,
                 Context{*job.library, job.stop.get_token(), job.progress, &registry, &executor, job.devices.get()});
    const std::lock_guard lock(mutex);
    ++counters.evaluated;
    if (!estimate) return estimate.error();
    auto shared = std::make_shared<const Estimate>(*std::move(estimate));
    if (!job.stop.stop_requested() && !(*method)->reads_files) cache.put(key, shared);
    return shared;
}

void Engine::Shared::run(Job& job) {
    const auto stopped = [&job] { return !job.interactive && job.stop.stop_requested(); };
    Outcome outcome = stopped() ? Outcome(cancelledError()) : answer(job);
    if (stopped()) outcome = cancelledError();
    if (!closing.stop_requested()) job.deliver(job.ticket, std::move(outcome));
}

void Engine::Shared::work(std::stop_token stop, bool interactive_only) {
    std::unique_lock lock(mutex);
    const auto anything = [&] {
        if (!interactive.ready.empty() || !cancelled.empty()) return true;
        return !interactive_only && (!refining.ready.empty() || !batch.empty());
    };
    while (wake.wait(lock, stop, anything) && !stop.stop_requested()) {
        std::optional<Job> job;
        const bool only_deliver = !cancelled.empty();
        if (only_deliver) {
            job = std::move(cancelled.front());
            cancelled.pop_front();
        } else {
            job = takeFrom(interactive);
            if (!job) job = takeBatch();
        }
        lock.unlock();
        run(*job);
        // A callback may own the last reference to something that calls the engine from its destructor.
        job->deliver = nullptr;
        lock.lock();
        if (!only_deliver) finish(*job);
    }
}

Engine::Engine(std::shared_ptr<const Library> library, unsigned threads, const Registry& registry)
    : shared_(std::make_unique<Shared>(std::move(library), registry, threads)) {
    // One more thread serves the interactive lane alone, so that a drag never waits for a long batch evaluation.
    for (unsigned i = 0; i <= std::max(threads, 1U); ++i) {
        shared_->workers.emplace_back(
            [shared = shared_.get(), only = i == 0](std::stop_token stop) { shared->work(std::move(stop), only); });
    }
}

Engine::~Engine() {
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->closing.request_stop();
        shared_->batch.clear();
        shared_->interactive.ready.clear();
        shared_->refining.ready.clear();
        shared_->cancelled.clear();
        for (auto& [ticket, stop] : shared_->running_batch)
            stop.request_stop();
    }
    for (std::jthread& worker : shared_->workers)
        worker.request_stop();
    shared_->workers.clear();
}

Ticket Engine::submitInteractive(std::string_view design, std::shared_ptr<const Json> request,
                                 std::function<void(Ticket, Outcome)> deliver, Progress* progress) {
    std::optional<Shared::Job> replaced; // its callback is destroyed outside the lock
    const std::lock_guard lock(shared_->mutex);
    return shared_->follow(shared_->interactive, design,
                           shared_->jobOf(std::move(request), std::move(deliver), progress), replaced);
}

Ticket Engine::submitInteractive(std::string_view design, std::shared_ptr<const Request> request,
                                 std::function<void(Ticket, Outcome)> deliver, Progress* progress) {
    std::optional<Shared::Job> replaced;
    const std::lock_guard lock(shared_->mutex);
    Shared::Job job = shared_->jobOf(request->document, std::move(deliver), progress);
    job.resolved = std::move(request);
    return shared_->follow(shared_->interactive, design, std::move(job), replaced);
}

Ticket Engine::submitBatch(std::shared_ptr<const Json> request, std::function<void(Ticket, Outcome)> deliver,
                           Progress* progress) {
    const std::lock_guard lock(shared_->mutex);
    shared_->batch.push_back(shared_->jobOf(std::move(request), std::move(deliver), progress));
    shared_->wake.notify_all();
    return shared_->last_ticket;
}

Ticket Engine::submitBatch(std::string_view design, std::shared_ptr<const Json> request,
                           std::function<void(Ticket, Outcome)> deliver, Progress* progress) {
    std::optional<Shared::Job> replaced;
    const std::lock_guard lock(shared_->mutex);
    return shared_->follow(shared_->refining, design, shared_->jobOf(std::move(request), std::move(deliver), progress),
                           replaced);
}

Ticket Engine::submitBatch(std::string_view design, std::shared_ptr<const Request> request,
                           std::function<void(Ticket, Outcome)> deliver, Progress* progress) {
    std::optional<Shared::Job> replaced;
    const std::lock_guard lock(shared_->mutex);
    Shared::Job job = shared_->jobOf(request->document, std::move(deliver), progress);
    job.resolved = std::move(request);
    return shared_->follow(shared_->refining, design, std::move(job), replaced);
}

void Engine::cancelBatch(std::string_view design, Which which) {
    std::optional<Shared::Job> waiting; // its callback is destroyed outside the lock
    const std::lock_guard lock(shared_->mutex);
    const auto follower = shared_->refining.followers.find(design);
    if (follower == shared_->refining.followers.end()) return;
    if (which == Which::Outdated && !follower->second.pending) return;
    const Ticket running = follower->second.running;
    if (which == Which::All) waiting = std::exchange(follower->second.pending, std::nullopt);
    if (running != 0) {
        shared_->running_batch.at(running).request_stop();
    } else if (waiting) {
        std::erase(shared_->refining.ready, follower->first);
        shared_->refining.followers.erase(follower);
    }
}

void Engine::cancel(Ticket ticket) {
    const std::lock_guard lock(shared_->mutex);
    if (const auto running = shared_->running_batch.find(ticket); running != shared_->running_batch.end()) {
        running->second.request_stop();
        return;
    }
    const auto queued = std::find_if(shared_->batch.begin(), shared_->batch.end(),
                                     [ticket](const Shared::Job& job) { return job.ticket == ticket; });
    if (queued == shared_->batch.end()) return;
    queued->stop.request_stop();
    shared_->cancelled.push_back(std::move(*queued));
    shared_->batch.erase(queued);
    shared_->wake.notify_all();
}

void Engine::setLibrary(std::shared_ptr<const Library> library) {
    const std::lock_guard lock(shared_->mutex);
    shared_->library = std::move(library);
    ++shared_->library_number;
    shared_->devices = std::make_shared<DeviceMemo>();
    shared_->versions.clear();
    shared_->cache.clear();
}

Engine::Counters Engine::counters() const {
    const std::lock_guard lock(shared_->mutex);
    return shared_->counters;
}

} // namespace strata
