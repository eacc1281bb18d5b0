// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/replica/replica.h"

#include <algorithm>

namespace strata::serving {

Replica::Replica(std::int32_t number, std::unique_ptr<Scheduler> scheduler, const StepTime& time, RequestPool& requests,
                 std::int32_t stages, const Speculation* speculation, std::uint64_t seed)
    : number_(number), scheduler_(std::move(scheduler)), time_(&time), requests_(&requests),
      stages_(static_cast<std::size_t>(stages)), batches_(static_cast<std::size_t>(stages)), speculation_(speculation),
      seed_(seed) {
    for (std::int32_t slot = stages; slot-- > 0;)
        free_.push_back(slot);
}

void Replica::reset(std::unique_ptr<Scheduler> scheduler) {
    swaps_ += scheduler_->swaps();
    scheduler_ = std::move(scheduler);
    ++life_;
    used_ = false;
    for (Stage& stage : stages_)
        stage = {};
    free_.clear();
    for (std::int32_t slot = stages(); slot-- > 0;)
        free_.push_back(slot);
}

std::int32_t Replica::formBatch(double now_s) {
    if (free_.empty() || !runs()) return -1;
    const std::int32_t slot = free_.back();
    FlyingBatch& batch = batches_[static_cast<std::size_t>(slot)];
    batch.entries.clear();
    scheduler_->look();
    scheduler_->formBatch(batch.entries);
    if (batch.entries.empty()) return -1;
    free_.pop_back();
    used_ = true;
    batch.start_s = now_s;
    describe(batch.entries, *requests_, batch.shape);
    scheduler_->noteStart(now_s, !batch.shape.prefills.empty());
    const MovedTokens moved = scheduler_->takeMoved();
    batch.shape.swapped = moved.swapped;
    batch.shape.loaded = moved.loaded;
    batch.shape.stored = moved.stored;
    loaded_ += moved.loaded;
    stored_ += moved.stored;
    if (adapters_) adapters_->use(batch.entries, *requests_, batch.shape);
    if (time_->outside(batch.shape)) ++outside_;
    for (const BatchEntry& entry : batch.entries) {
        ActiveRequest& request = (*requests_)[entry.request];
        if (!request.scheduled) request.began_s = now_s;
        request.scheduled = true;
        request.replica = number_;
        if (request.scheduled_s < 0) request.scheduled_s = now_s;
    }
    return slot;
}

Replica::Start Replica::start(std::int32_t stage, double now_s) {
    Stage& here = stages_[static_cast<std::size_t>(stage)];
    if (here.busy || here.waiting.empty()) return {};
    const std::int32_t slot = here.waiting.front();
    here.waiting.pop_front();
    here.busy = true;
    const FlyingBatch& batch = batches_[static_cast<std::size_t>(slot)];
    const double moving_s = time_->moving(batch.shape, stage);
    for (const BatchEntry& entry : batch.entries) {
        ActiveRequest& request = (*requests_)[entry.request];
        request.moving_s += moving_s;
        if (request.first_token_s < 0) request.moving_before_first_token_s += moving_s;
        const double pause = request.last_end_s > 0 ? now_s - request.last_end_s : 0;
        request.paused_s += pause;
        if (request.first_token_s < 0) request.paused_before_first_token_s += pause;
    }
    const double seconds = time_->seconds(batch.shape, stage);
    if (stage == 0) busy_until_s_ = now_s + seconds;
    return {slot, seconds, moving_s};
}

void Replica::endStage(std::int32_t stage, std::int32_t slot, double now_s) {
    stages_[static_cast<std::size_t>(stage)].busy = false;
    for (const BatchEntry& entry : batches_[static_cast<std::size_t>(slot)].entries) {
        (*requests_)[entry.request].last_end_s = now_s;
    }
}

void Replica::decoded(ActiveRequest& request) {
    const std::int32_t tokens = speculation_->tokens(seed_, request.id, request.processed);
    ++guesses_.passes;
    guesses_.tokens += static_cast<std::uint64_t>(tokens);
    request.processed = std::min(request.processed + tokens, request.prefill + request.decode);
}

const FlyingBatch& Replica::endBatch(std::int32_t slot, double now_s, std::vector<RequestIndex>& completed) {
    const FlyingBatch& batch = batches_[static_cast<std::size_t>(slot)];
    for (const BatchEntry& entry : batch.entries) {
        ActiveRequest& request = (*requests_)[entry.request];
        if (speculation_ && request.prefill_complete) {
            decoded(request);
        } else {
            request.processed += entry.tokens;
        }
        if (request.processed == request.prefill && !request.prefill_complete) {
            request.prefill_complete = true;
            ++request.processed;
            if (request.first_token_s < 0) request.first_token_s = now_s;
        }
        if (request.completed()) completed.push_back(entry.request);
    }
    scheduler_->finishBatch(batch.entries);
    return batch;
}

} // namespace strata::serving
