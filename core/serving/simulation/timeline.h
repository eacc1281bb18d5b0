// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/simulation/simulate.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace strata::serving {

/// Iterations of one stage that follow each other; one, or many that were merged.
struct TimelineRow {
    std::int32_t replica = 0, stage = 0;
    double start_s = 0, end_s = 0;
    double prefill_s = 0, mixed_s = 0, decode_s = 0; ///< at work on prompts alone, on both, on decodes alone
    double moving_s = 0;                             ///< waiting for caches on their way to or from other memory
    std::int64_t iterations = 0, prefill_tokens = 0, tokens = 0;
    std::int64_t requests = 0, blocks_used = 0, queued = 0; ///< the most of any of them
};

/// What every stage did over the whole run, in bounded memory: when there are more than `most` rows, neighbours of a
/// stage are merged two by two, and from then on twice as many iterations make a row.
class TimelineLog {
public:
    explicit TimelineLog(std::size_t most) : most_(most) {}
    void add(const StageRecord& record);
    /// The replica failed: its rows end no later.
    void cut(std::int32_t replica, double time_s);
    /// By replica, stage and time.
    std::vector<TimelineRow> rows() const;

private:
    struct Lane {
        std::vector<TimelineRow> rows;
    };
    void merge();

    std::size_t most_;
    std::size_t held_ = 0;
    std::int64_t per_row_ = 1; ///< iterations of a full row
    std::map<std::pair<std::int32_t, std::int32_t>, Lane> lanes_;
};

/// What a request does between arrival and last token. Recompute: its prompt and tokens again after an eviction;
/// Transfer: its cache on the way to the pool that decodes.
enum class LifePhase { Queueing, Prefill, Decode, Paused, Evicted, Recompute, Transfer };

/// A stretch of a request's life in one phase.
struct LifeSegment {
    std::uint64_t request = 0;
    LifePhase phase = LifePhase::Queueing;
    double start_s = 0, end_s = 0;
    std::int32_t replica = 0; ///< where it runs, or waits to run
};

/// Lives of the requests that finish first, iteration by iteration; neighbours of the same phase are one segment.
class LifeLog {
public:
    explicit LifeLog(std::size_t most) : most_(most) {}
    void batch(const IterationRecord& iteration, std::span<const BatchEntry> entries, const RequestPool& requests);
    void finished(const RequestRecord& record);
    const std::vector<LifeSegment>& segments() const { return segments_; }

private:
    struct Open {
        std::uint64_t request = ~std::uint64_t{0};
        std::int32_t restarts = 0;
        double transfer_s = 0; ///< told so far
        std::vector<LifeSegment> segments;
    };
    bool full() const { return segments_.size() >= most_; }

    std::size_t most_;
    std::vector<Open> open_; ///< by place in the pool
    std::map<std::uint64_t, RequestIndex> places_;
    std::vector<LifeSegment> segments_;
};

} // namespace strata::serving
