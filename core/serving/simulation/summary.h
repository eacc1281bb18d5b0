// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/simulation/simulate.h"

#include <cstdint>
#include <vector>

namespace strata::serving {

/// Quantiles of a stream in bounded memory: exact up to 65,536 values, then a histogram over logarithms whose quantiles
/// are within 0.1 % (DDSketch: Masson et al., VLDB 2019).
class Quantiles {
public:
    void add(double value);
    std::uint64_t count() const { return count_; }
    double mean() const { return count_ > 0 ? sum_ / static_cast<double>(count_) : 0; }
    double maximum() const { return maximum_; }
    /// Linear between the two nearest ranks; q in [0, 1]; 0 without values.
    double at(double q) const;
    /// The smallest value that at least this share of all values does not exceed; share in (0, 1].
    double reachedBy(double share) const;

private:
    mutable std::vector<double> exact_;
    mutable bool sorted_ = true;
    std::vector<std::uint64_t> buckets_; ///< in place of the values, once there are too many
    std::uint64_t count_ = 0;
    double sum_ = 0, maximum_ = 0;
};

/// One limit of a service level; 0: none.
struct Limit {
    double seconds = 0;
    double share = 0; ///< of the requests that must keep this limit, by its percentile; 0: it holds with the others
    bool stated() const { return seconds > 0; }
    bool alone() const { return stated() && share > 0; }
};

/// What users were promised.
struct ServiceLevel {
    Limit ttft, tpot, e2e;
    bool stated() const { return ttft.stated() || tpot.stated() || e2e.stated(); }
};

/// How many requests kept what.
struct Kept {
    std::uint64_t all = 0;                     ///< every limit
    std::uint64_t together = 0;                ///< every limit that has no percentile of its own
    std::uint64_t ttft = 0, tpot = 0, e2e = 0; ///< each limit by itself
    void add(const Kept& more);
};

/// Whether of so many requests enough kept the level: each limit with a percentile by that percentile, the others
/// together by the share `together`.
bool holds(const ServiceLevel& level, const Kept& kept, std::uint64_t requests, double together);

/// Mean time of a request by what it waited for; they add up to the mean of E2E.
struct MeanLife {
    double queueing_s = 0; ///< from arrival to the first iteration
    double prefill_s = 0;  ///< iterations up to the first token
    double decode_s = 0;   ///< iterations after it
    double paused_s = 0;   ///< between its iterations: behind other prompts, evicted, or in the pipeline
    double transfer_s = 0; ///< of its cache to the replica that decodes
    double way_s = 0;      ///< outside of the engine
    double total_s() const { return queueing_s + prefill_s + decode_s + paused_s + transfer_s + way_s; }
};

/// The same up to its first token; they add up to the mean of TTFT.
struct FirstTokenLife {
    double queueing_s = 0, prefill_s = 0, paused_s = 0;
    double moving_s = 0; ///< iterations waited for caches from or to other memory
    double way_s = 0;    ///< outside of the engine
    double total_s() const { return queueing_s + prefill_s + paused_s + moving_s + way_s; }
};

/// Sums up finished requests as they come.
class Summary final : public Observer {
public:
    explicit Summary(const ServiceLevel& level = {}) : level_(level) {}
    void finished(const RequestRecord& record) override;

    Quantiles ttft, tpot, e2e, queueing;
    std::uint64_t prompt_tokens = 0, output_tokens = 0, cached_tokens = 0, preempted = 0;
    Kept kept;
    MeanLife meanLife() const;
    FirstTokenLife firstTokenLife() const;

private:
    ServiceLevel level_;
    MeanLife sums_;
    double paused_first_s_ = 0, moving_first_s_ = 0; ///< before first tokens
};

} // namespace strata::serving
