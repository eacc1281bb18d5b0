// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/memory/adapters.h"
#include "core/serving/scheduling/scheduler.h"
#include "core/serving/speculation.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace strata::serving {

/// One iteration of a replica, for timelines.
struct IterationRecord {
    std::int32_t replica = 0;
    double start_s = 0, end_s = 0;
    std::int32_t requests = 0, prefill_tokens = 0, tokens = 0;
    std::int32_t blocks_used = 0;
    std::size_t queued = 0;
};

/// Passes over guesses, for the mean number of tokens that one gives.
struct GuessCount {
    std::uint64_t passes = 0; ///< of one sequence
    std::uint64_t tokens = 0; ///< that they gave
};

/// A batch on its way through the pipeline.
struct FlyingBatch {
    std::vector<BatchEntry> entries;
    BatchShape shape;
    double start_s = 0;
};

/// One copy of the model: a scheduler and pipeline stages, each of which works on one batch at a time, first
/// come first.
class Replica {
public:
    enum class State : std::uint8_t { On, Starting, Draining, Down, Off };

    Replica(std::int32_t number, std::unique_ptr<Scheduler> scheduler, const StepTime& time, RequestPool& requests,
            std::int32_t stages, const Speculation* speculation = nullptr, std::uint64_t seed = 0);

    Scheduler& scheduler() { return *scheduler_; }
    const Scheduler& scheduler() const { return *scheduler_; }
    std::int32_t stages() const { return static_cast<std::int32_t>(stages_.size()); }
    State state() const { return state_; }
    void become(State state) { state_ = state; }
    bool accepts() const { return state_ == State::On; } ///< new requests
    bool runs() const { return state_ == State::On || state_ == State::Draining; }
    /// Counts its failures: what began in an earlier life never ends.
    std::int32_t life() const { return life_; }
    /// Loses all batches and the scheduler's requests.
    void reset(std::unique_ptr<Scheduler> scheduler);
    /// Whether it has run a batch in its present life.
    bool used() const { return used_; }
    double busyUntil() const { return busy_until_s_; } ///< the first stage
    std::size_t outstanding() const { return scheduler_->queued() + scheduler_->holding(); }

    /// Forms a batch where fewer than stages() are in flight; its slot, or -1.
    std::int32_t formBatch(double now_s);
    /// The batch waits for a stage.
    void arrive(std::int32_t stage, std::int32_t slot) {
        stages_[static_cast<std::size_t>(stage)].waiting.push_back(slot);
    }
    /// Starts the next batch of an idle stage: its slot and how long it takes; slot -1 where there is nothing
    /// to do.
    struct Start {
        std::int32_t slot = -1;
        double seconds = 0;
        double moving_s = 0; ///< of them, waiting for caches
    };
    Start start(std::int32_t stage, double now_s);
    void endStage(std::int32_t stage, std::int32_t slot, double now_s);
    const BatchShape& shapeOf(std::int32_t slot) const { return batches_[static_cast<std::size_t>(slot)].shape; }
    /// Counts tokens and gives the memory of completed requests back; `completed` gets their places in the
    /// pool.
    const FlyingBatch& endBatch(std::int32_t slot, double now_s, std::vector<RequestIndex>& completed);
    void recycle(std::int32_t slot) { free_.push_back(slot); }
    const FlyingBatch& batch(std::int32_t slot) const { return batches_[static_cast<std::size_t>(slot)]; }

    std::uint64_t outsideTables() const { return outside_; }
    void use(const Adapters& adapters) { adapters_.emplace(adapters); }
    const GuessCount& guesses() const { return guesses_; }
    std::uint64_t swaps() const { return swaps_ + scheduler_->swaps(); }
    std::int64_t loadedTokens() const { return loaded_; }
    std::int64_t storedTokens() const { return stored_; }

private:
    /// Counts the tokens of a decoding request's pass.
    void decoded(ActiveRequest& request);

    struct Stage {
        std::deque<std::int32_t> waiting;
        bool busy = false;
    };

    std::int32_t number_;
    std::unique_ptr<Scheduler> scheduler_;
    const StepTime* time_;
    RequestPool* requests_;
    std::vector<Stage> stages_;
    std::vector<FlyingBatch> batches_;
    std::vector<std::int32_t> free_;
    std::uint64_t outside_ = 0;
    const Speculation* speculation_;
    std::uint64_t seed_;
    GuessCount guesses_;
    State state_ = State::On;
    std::int32_t life_ = 0;
    bool used_ = false;
    double busy_until_s_ = 0;
    std::optional<AdapterMemory> adapters_;
    std::int64_t loaded_ = 0, stored_ = 0;
    std::uint64_t swaps_ = 0; ///< of earlier lives
};

} // namespace strata::serving
