// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/point_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

namespace strata::explore {
namespace {

using Clock = std::chrono::steady_clock;

// A block takes about this long: short enough to deliver and to stop often, long enough to forget what a
// hand-over costs.
constexpr double kBlock_s = 0.02;
constexpr std::size_t kMostPointsPerBlock = 4096;
// Blocks that wait for an earlier one, per thread; bounds the memory where one point takes long.
constexpr std::size_t kWindowPerThread = 8;

} // namespace

/// One run at a time. Everything but the evaluators is under the mutex.
struct PointPool::Shared {
    const ExploreRequest* request = nullptr;
    std::vector<PointEvaluator> evaluators; ///< one a thread

    std::mutex mutex;
    std::condition_variable_any wake;  ///< workers: there is a run, or room in the window
    std::condition_variable_any ready; ///< the caller: a block is there, or a worker has left
    bool running = false;
    std::uint64_t next = 0, end = 0;          ///< points not yet claimed
    std::uint64_t claimed = 0, delivered = 0; ///< blocks
    std::size_t busy = 0;                     ///< workers inside a block
    std::size_t block_points = 1;
    const Coordinates* coordinates = nullptr;
    std::stop_token stop;
    std::map<std::uint64_t, PointBlock> done; ///< by number of the block
    std::vector<PointBlock> spare;            ///< memory to use again
    std::vector<std::jthread> workers;        ///< last: joined before anything that they use goes away

    bool mayClaim() const {
        return running && next < end && claimed - delivered < kWindowPerThread * evaluators.size() &&
               !stop.stop_requested();
    }
    bool finished() const { return busy == 0 && (next == end || stop.stop_requested()); }
    void work(std::stop_token closing, PointEvaluator& evaluator);
    void evaluate(PointEvaluator& evaluator, PointBlock& block, std::vector<double>& points) const;
    void adapt(double seconds, std::size_t points);
};

void PointPool::Shared::evaluate(PointEvaluator& evaluator, PointBlock& block, std::vector<double>& points) const {
    const std::size_t free = request->space.free.size();
    const std::size_t width = request->space.axes.size() + request->metrics.size();
    points.resize(block.count * free);
    block.rows.resize(block.count * width);
    block.reasons.resize(block.count);
    (*coordinates)(block.first, points);
    for (std::size_t i = 0; i < block.count; ++i) {
        const bool answered =
            !stop.stop_requested() &&
            evaluator.evaluate(std::span(points).subspan(i * free, free),
                               std::span(block.rows).subspan(i * width, width), block.reasons[i], stop);
        if (answered) continue;
        block.count = i; // what was answered before is kept
        return;
    }
}

void PointPool::Shared::adapt(double seconds, std::size_t points) {
    if (points == 0) return;
    const double wanted = kBlock_s * static_cast<double>(points) / std::max(seconds, 1e-9);
    const double next_size = std::clamp(wanted, 1.0, 2.0 * static_cast<double>(block_points));
    block_points = std::min(kMostPointsPerBlock, static_cast<std::size_t>(next_size));
}

void PointPool::Shared::work(std::stop_token closing, PointEvaluator& evaluator) {
    std::vector<double> points;
    std::unique_lock lock(mutex);
    while (wake.wait(lock, closing, [this] { return mayClaim(); })) {
        PointBlock block;
        if (!spare.empty()) {
            block = std::move(spare.back());
            spare.pop_back();
        }
        // At the end of a run the rest is shared out, so that no thread is left with a long block alone.
        const std::uint64_t share = (end - next + evaluators.size() - 1) / evaluators.size();
        block.first = next;
        block.count = static_cast<std::size_t>(std::min<std::uint64_t>(block_points, share));
        next += block.count;
        const std::uint64_t number = claimed++;
        ++busy;
        lock.unlock();
        const auto start = Clock::now();
        evaluate(evaluator, block, points);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        lock.lock();
        adapt(seconds, block.count);
        --busy;
        done.emplace(number, std::move(block));
        ready.notify_one();
    }
}

PointPool::PointPool(std::unique_ptr<Shared> shared) : shared_(std::move(shared)) {
    for (PointEvaluator& evaluator : shared_->evaluators) {
        shared_->workers.emplace_back(
            [state = shared_.get(), &evaluator](std::stop_token closing) { state->work(closing, evaluator); });
    }
}

PointPool::~PointPool() = default;

Result<std::unique_ptr<PointPool>> PointPool::make(const ExploreRequest& request,
                                                   const std::shared_ptr<const Library>& library, unsigned threads) {
    auto shared = std::make_unique<Shared>();
    shared->request = &request;
    for (unsigned t = 0; t < std::max(1u, threads); ++t) {
        auto evaluator = PointEvaluator::make(request, library);
        if (!evaluator) return evaluator.error();
        shared->evaluators.push_back(*std::move(evaluator));
    }
    return std::unique_ptr<PointPool>(new PointPool(std::move(shared)));
}

std::uint64_t PointPool::run(std::uint64_t first, std::uint64_t count, const Coordinates& coordinates,
                             const Deliver& deliver, const std::stop_token& stop) {
    Shared& s = *shared_;
    const std::stop_callback on_stop(stop, [&s] {
        const std::lock_guard lock(s.mutex);
        s.ready.notify_all();
    });
    std::uint64_t points = 0;
    std::unique_lock lock(s.mutex);
    s.running = true;
    s.next = first;
    s.end = first + count;
    s.claimed = s.delivered = 0;
    s.coordinates = &coordinates;
    s.stop = stop;
    s.wake.notify_all();
    bool whole = true; // no gap so far
    while (true) {
        s.ready.wait(lock, [&] { return s.done.contains(s.delivered) || s.finished(); });
        const auto found = s.done.find(s.delivered);
        if (found == s.done.end()) break;
        PointBlock block = std::move(found->second);
        s.done.erase(found);
        ++s.delivered;
        s.wake.notify_all();
        lock.unlock();
        whole = whole && block.first == first + points;
        if (whole && block.count > 0) {
            deliver(block);
            points += block.count;
        }
        lock.lock();
        s.spare.push_back(std::move(block));
    }
    s.running = false;
    s.done.clear();
    s.stop = {};
    return points;
}

} // namespace strata::explore
