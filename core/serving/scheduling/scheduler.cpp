// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/scheduling/scheduler.h"

#include <algorithm>

namespace strata::serving {

Scheduler::Scheduler(const SchedulerOptions& options, RequestPool& requests)
    : options_(options), requests_(requests),
      watermark_blocks_(static_cast<std::int32_t>(options.watermark * options.blocks)) {}

void Scheduler::enqueue(RequestIndex request, double now_s) {
    if (options_.ahead || options_.look_every > 1)
        unseen_.push_back({request, now_s});
    else
        queue_.push_back(request);
}

void Scheduler::look() {
    if (options_.look_every > 1 && holding_ > 0 && since_look_ < options_.look_every) return;
    since_look_ = 0;
    while (!unseen_.empty() && (holding_ == 0 || !options_.ahead || unseen_.front().since_s < started_s_)) {
        queue_.push_back(unseen_.front().request);
        unseen_.pop_front();
    }
}

void Scheduler::allocate(RequestIndex index, std::int32_t blocks) {
    ActiveRequest& request = requests_[index];
    if (request.blocks == 0) ++holding_;
    request.blocks += blocks;
    used_ += blocks;
}

void Scheduler::release(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    if (request.blocks == 0) return;
    used_ -= request.blocks;
    request.blocks = 0;
    --holding_;
}

void Scheduler::evict(RequestIndex index) {
    ActiveRequest& request = requests_[index];
    const std::int32_t total = request.prefill + request.decode;
    // The reference simulator cuts a prompt that was evicted half-way: what was left of it counts as output.
    if (request.prefill_complete || options_.vidur_compatible) request.prefill = request.processed;
    request.decode = total - request.prefill;
    request.processed = 0;
    request.prefill_complete = request.scheduled = false;
    ++request.restarts;
    release(index);
    queue_.push_front(index);
}

void Scheduler::finishBatch(const std::vector<BatchEntry>& batch) {
    for (const BatchEntry& entry : batch) {
        if (requests_[entry.request].completed())
            release(entry.request);
        else
            running_.push_back(entry.request);
    }
}

std::int32_t Scheduler::nextTokens(const ActiveRequest& request) const {
    return request.prefill_complete ? options_.decode_tokens : request.prefill - request.processed;
}

bool Scheduler::canAdmit(const ActiveRequest& request) const {
    return blocksFree() - blocksFor(request.prefill) >= watermark_blocks_;
}

bool Scheduler::growOrEvict(RequestIndex index, std::size_t head, std::size_t& tail) {
    // The reference simulator asks for a free block even where the last one still has room.
    const ActiveRequest& request = requests_[index];
    const std::int32_t stored = request.processed + guessed();
    const bool full = blocksFor(stored) > request.blocks;
    const std::int32_t more = std::max(1, blocksFor(stored) - request.blocks);
    const bool needs_free = full || options_.vidur_compatible;
    while (needs_free && blocksFree() < more) {
        if (tail == head) {
            evict(index);
            return false;
        }
        evict(running_[--tail]);
    }
    if (full) allocate(index, more);
    return true;
}

void Scheduler::sortRunning() {
    const auto earlier = [this](RequestIndex a, RequestIndex b) {
        return requests_[a].arrival_s < requests_[b].arrival_s;
    };
    if (!std::is_sorted(running_.begin(), running_.end(), earlier)) {
        std::stable_sort(running_.begin(), running_.end(), earlier);
    }
}

} // namespace strata::serving
