// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/schedulers.h"

#include <algorithm>
#include <optional>

namespace strata::serving {
namespace {

/// vLLM's V1 engine: one token budget an iteration, running requests first and in order, prompts in chunks;
/// where blocks are short the last of the running is evicted and nothing is admitted in that iteration. With
/// the prefix cache, blocks of evicted and finished requests are found again until they are overwritten.
class Vllm final : public Scheduler {
public:
    Vllm(const SchedulerOptions& options, RequestPool& requests) : Scheduler(options, requests) {
        if (options.prefix_cache) cache_.emplace(options.blocks);
    }

    void formBatch(std::vector<BatchEntry>& batch) override {
        std::int32_t budget = options_.token_budget;
        if (runOn(batch, budget)) admit(batch, budget);
        for (const BatchEntry& entry : batch)
            requests_[entry.request].in_batch = true;
    }

    void finishBatch(const std::vector<BatchEntry>& batch) override {
        bool ended = false;
        for (const BatchEntry& entry : batch) {
            ActiveRequest& request = requests_[entry.request];
            request.in_batch = false;
            if (!request.completed()) continue;
            release(entry.request);
            ended = true;
        }
        if (ended)
            std::erase_if(running_, [this](RequestIndex index) { return requests_[index].completed(); });
    }

protected:
    void release(RequestIndex index) override {
        ActiveRequest& request = requests_[index];
        if (cache_) {
            cache_->giveBack(request.block_ids);
            request.block_ids.clear();
        }
        Scheduler::release(index);
    }

private:
    /// False where it had to evict.
    bool runOn(std::vector<BatchEntry>& batch, std::int32_t& budget) {
        bool evicted = false;
        for (std::size_t i = 0; i < running_.size() && budget > 0; ++i) {
            const RequestIndex index = running_[i];
            const ActiveRequest& request = requests_[index];
            if (request.in_batch) continue;
            if (request.prefill_complete && options_.decode_tokens > budget) break;
            const std::int32_t tokens = std::min(nextTokens(request), budget);
            while (!extend(index, tokens)) {
                const RequestIndex victim = running_.back();
                if (requests_[victim].in_batch) return false; // a pipeline stage still works on it
                running_.pop_back();
                evict(victim);
                evicted = true;
                if (victim == index) return false;
            }
            batch.push_back({index, tokens});
            budget -= tokens;
        }
        return !evicted;
    }

    void admit(std::vector<BatchEntry>& batch, std::int32_t& budget) {
        while (!queue_.empty() && budget > 0 &&
               running_.size() < static_cast<std::size_t>(options_.max_batch)) {
            const RequestIndex index = queue_.front();
            ActiveRequest& request = requests_[index];
            const std::int32_t found = cachedBlocks(request);
            const std::int32_t cached = found * options_.block_tokens;
            const std::int32_t tokens = std::min(request.prefill - cached, budget);
            if (!fits(request, found)) break;
            for (std::int32_t block = 0; block < found; ++block) {
                const std::int32_t id = cache_->find(blockKey(request, block, options_.block_tokens));
                cache_->hold(id);
                request.block_ids.push_back(id);
            }
            if (found > 0) allocate(index, found);
            request.processed = cached;
            if (request.restarts == 0) request.cached_tokens = cached;
            extend(index, tokens);
            queue_.pop_front();
            running_.push_back(index);
            batch.push_back({index, tokens});
            budget -= tokens;
        }
    }

    /// Full leading blocks of the prompt that the cache has; the last token is always computed, for its
    /// logits.
    std::int32_t cachedBlocks(const ActiveRequest& request) const {
        if (!cache_) return 0;
        const std::int32_t most = (request.prefill - 1) / options_.block_tokens;
        std::int32_t found = 0;
        while (found < most && cache_->find(blockKey(request, found, options_.block_tokens)) >= 0)
            ++found;
        return found;
    }

    std::int32_t unheld() const { return cache_ ? cache_->unheld() : blocksFree(); }

    /// Room for the whole prompt, of which `found` blocks are cached.
    bool fits(const ActiveRequest& request, std::int32_t found) const {
        std::int32_t needed = blocksFor(request.prefill) - found;
        for (std::int32_t block = 0; block < found; ++block) {
            const std::int32_t id = cache_->find(blockKey(request, block, options_.block_tokens));
            if (!cache_->held(id)) ++needed;
        }
        return needed <= unheld();
    }

    /// Blocks for `tokens` more; false where there are too few.
    bool extend(RequestIndex index, std::int32_t tokens) {
        ActiveRequest& request = requests_[index];
        // A decoding request has counted its newest token already, but not stored it.
        const std::int32_t stored = request.prefill_complete ? request.processed : request.processed + tokens;
        const std::int32_t ahead = request.prefill_complete ? guessed() : 0;
        const std::int32_t more = std::max(0, blocksFor(stored + ahead) - request.blocks);
        if (more > unheld()) return false;
        if (more > 0) allocate(index, more);
        if (!cache_) return true;
        for (std::int32_t i = 0; i < more; ++i)
            request.block_ids.push_back(cache_->take());
        const std::int32_t before = std::max(0, stored - tokens) / options_.block_tokens;
        for (std::int32_t block = before; block < stored / options_.block_tokens; ++block) {
            cache_->name(request.block_ids[static_cast<std::size_t>(block)],
                         blockKey(request, block, options_.block_tokens));
        }
        return true;
    }

    std::optional<PrefixCache> cache_;
};

} // namespace

std::unique_ptr<Scheduler> makeVllm(const SchedulerOptions& options, RequestPool& requests) {
    return std::make_unique<Vllm>(options, requests);
}

} // namespace strata::serving
