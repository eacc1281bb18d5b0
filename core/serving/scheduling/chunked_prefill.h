// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/scheduling/scheduler.h"

#include <optional>

namespace strata::serving {

/// Prefill in chunks (as vLLM's V1 engine does): one token budget an iteration, running requests first and in order,
/// prompts in chunks; where blocks are short the last of the running is evicted and nothing is admitted in that
/// iteration. With the prefix cache, blocks of evicted and finished requests are found again until they are
/// overwritten, and after that in the store where there is one. Requests whose adapter finds no place are overtaken by
/// those whose does.
class ChunkedPrefill : public Scheduler {
public:
    ChunkedPrefill(const SchedulerOptions& options, RequestPool& requests);
    void formBatch(std::vector<BatchEntry>& batch) override;
    void finishBatch(const std::vector<BatchEntry>& batch) override;

protected:
    void release(RequestIndex index) override;
    /// Whether `a` is to be served before `b`, which came earlier; requests run and are evicted in this
    /// order.
    virtual bool overtakes(const ActiveRequest& a, const ActiveRequest& b) const;
    bool ordered_ = false; ///< overtakes() may be true
    /// Whether a prompt of which `tokens` are to be computed may begin in an iteration that has `budget` left.
    virtual bool starts(const ActiveRequest& request, std::int32_t tokens, std::int32_t budget) const;
    virtual void started(const ActiveRequest& request);
    void admit(std::vector<BatchEntry>& batch, std::int32_t& budget);
    bool extend(RequestIndex index, std::int32_t tokens);
    void mark(const std::vector<BatchEntry>& batch);

private:
    bool runOn(std::vector<BatchEntry>& batch, std::int32_t& budget);
    void preempt(RequestIndex index);
    bool begin(RequestIndex index, std::vector<BatchEntry>& batch, std::int32_t& budget);
    bool resume(RequestIndex index, std::vector<BatchEntry>& batch, std::int32_t& budget);
    bool chooseNext();
    void gatherAdapters();
    bool hasPlace(std::int32_t adapter) const;
    void run(RequestIndex index);
    std::uint64_t key(const ActiveRequest& request, std::int32_t block) const;
    std::int32_t cachedBlocks(const ActiveRequest& request);
    std::int32_t storedBlocks(const ActiveRequest& request, std::int32_t held) const;
    /// Tokens whose cache is as large as the state of a request.
    std::int32_t stateTokens() const { return options_.state_blocks * options_.block_tokens; }
    std::int32_t unheld() const { return cache_ ? cache_->unheld() : blocksFree(); }
    bool fits(const ActiveRequest& request) const;
    /// It did not fit, and nothing has come since that could change that.
    bool stillTooLarge(const ActiveRequest& request) const;
    void name(const ActiveRequest& request, std::int32_t block);
    void nameOwn(RequestIndex index);

    /// The latest request for which there was no room, and the cache as it was then.
    struct TooLarge {
        std::uint64_t request = 0, gains = 0;
        std::int32_t unheld = -1; ///< nobody yet
    };

    std::optional<PrefixCache> cache_;
    std::vector<std::int32_t> found_ids_; ///< of cachedBlocks()
    TooLarge too_large_;
    std::vector<std::int32_t> adapters_; ///< of the running requests, where their number is limited
};

} // namespace strata::serving
