// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/memory/prefix_cache.h"
#include "core/serving/request.h"
#include "core/serving/scheduling/policy.h"
#include "core/serving/tables/prompt_cost.h"
#include "core/serving/tables/step_time.h"

#include <deque>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

namespace strata::serving {

/// Limits of an engine. Each policy reads those that it knows.
struct SchedulerOptions {
    std::string_view policy = "chunked-prefill";
    std::int32_t max_batch = 128;      ///< requests that hold memory at a time
    std::int32_t reserved_batch = 128; ///< the same where a request's largest memory is reserved
    std::int32_t token_budget = 4096;  ///< of one iteration
    std::int32_t chunk_tokens = 512;   ///< budget of an iteration, of those that fill chunks
    std::int32_t block_tokens = 16;
    std::int32_t blocks = 1;
    std::int32_t state_blocks = 0;        ///< that the recurrent state of a request takes, however long it is
    std::int32_t max_tokens = 4096;       ///< longest prompt and output together
    double watermark = 0.01;              ///< share of the blocks that an admission leaves free
    std::int32_t stages = 1;              ///< batches in flight
    std::int32_t prefill_every = 10;      ///< peak-memory: decode iterations between two admissions
    bool vidur_compatible = false;        ///< with the reference simulator's departures from the engines
    bool prefix_cache = false;            ///< of those that keep caches
    bool swap = false;                    ///< a preempted request's cache goes to host memory, and comes back
    std::shared_ptr<PrefixCache> store{}; ///< keys of blocks in host or remote memory, beside the prefix cache
    FetchCost fetch{};                    ///< of what the store has
    std::int32_t adapter_places = 0;      ///< adapters that a batch can use, of those that keep caches; 0: any number
    std::int32_t decode_tokens = 1;       ///< of a decoding request in one iteration: its newest and those guessed
    bool ahead = false; ///< an iteration is chosen when the one before it starts: who comes later is not in it
    /// Iterations that only decode between two looks at who has come; one with prompts is followed by a look at once,
    /// and one that rests looks always (SGLang's --scheduler-recv-interval, managers/scheduler_recv_skipper.py).
    std::int32_t look_every = 1;
};

/// Tokens whose keys and values move while, or before, an iteration runs.
struct MovedTokens {
    std::int64_t swapped = 0; ///< to host memory or back
    std::int64_t loaded = 0;  ///< found in the store
    std::int64_t stored = 0;  ///< put there
};

/// Chooses what runs next. Holds the waiting and the running requests of one replica and counts KV-cache
/// blocks.
class Scheduler {
public:
    Scheduler(const SchedulerOptions& options, RequestPool& requests);
    virtual ~Scheduler() = default;
    Scheduler(const Scheduler&) = delete;
    Scheduler& operator=(const Scheduler&) = delete;

    void enqueue(RequestIndex request, double now_s = 0);
    /// Before formBatch(): who has come in time to be chosen. One that rests looks at all at once.
    void look();
    /// Empty where nothing can run now.
    virtual void formBatch(std::vector<BatchEntry>& batch) = 0;
    /// The batch that was formed starts; `prompts`: it holds some.
    void noteStart(double now_s, bool prompts) {
        started_s_ = now_s;
        since_look_ = prompts ? options_.look_every : since_look_ + 1;
    }
    /// After the tokens of a batch are counted; completed requests give their memory back.
    virtual void finishBatch(const std::vector<BatchEntry>& batch);

    std::size_t queued() const { return queue_.size() + unseen_.size(); }
    std::size_t holding() const { return holding_; }
    std::int32_t blocksUsed() const { return used_; }
    std::int32_t blocksTotal() const { return options_.blocks; }
    std::uint64_t swaps() const { return swaps_; }
    /// Since the last call.
    MovedTokens takeMoved() { return std::exchange(moved_, {}); }

protected:
    bool holds(RequestIndex request) const { return requests_[request].blocks > 0; }
    /// Of one request with so many tokens, its state among them.
    std::int32_t blocksFor(std::int32_t tokens) const {
        return options_.state_blocks + (tokens + options_.block_tokens - 1) / options_.block_tokens;
    }
    std::int32_t blocksFree() const { return options_.blocks - used_; }
    void allocate(RequestIndex request, std::int32_t blocks);
    virtual void release(RequestIndex request);
    /// Gives memory back and queues it in front; what it has generated becomes part of the prompt.
    void evict(RequestIndex request);
    std::int32_t nextTokens(const ActiveRequest& request) const;
    /// Tokens that a decode iteration may store beyond the newest.
    std::int32_t guessed() const { return options_.decode_tokens - 1; }
    /// A prompt is admitted only if this leaves the watermark free.
    bool canAdmit(const ActiveRequest& request) const;
    /// One token more: evicts the last of `running` (then the request itself) until there is a block. False:
    /// it evicted itself. `tail` is the end of those that may be evicted.
    bool growOrEvict(RequestIndex request, std::size_t head, std::size_t& tail);
    /// Stable, by arrival.
    void sortRunning();

    SchedulerOptions options_;
    RequestPool& requests_;
    std::deque<RequestIndex> queue_;
    std::vector<RequestIndex> running_; ///< hold memory and are in no batch
    std::int32_t watermark_blocks_ = 0;
    std::int32_t used_ = 0;
    std::size_t holding_ = 0;
    MovedTokens moved_;
    std::uint64_t swaps_ = 0;

private:
    struct Unseen {
        RequestIndex request = 0;
        double since_s = 0;
    };
    std::deque<Unseen> unseen_;   ///< came while an iteration runs, where one is chosen ahead, or between two looks
    double started_s_ = 0;        ///< the latest iteration
    std::int32_t since_look_ = 0; ///< iterations
};

/// Errors: "bad-value" for an unknown policy or limits that nothing fits in.
Result<std::unique_ptr<Scheduler>> makeScheduler(const SchedulerOptions& options, RequestPool& requests);

} // namespace strata::serving
