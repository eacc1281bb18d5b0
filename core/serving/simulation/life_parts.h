// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/request.h"
#include "core/serving/speculation.h"
#include "core/serving/tables/analytic_tables.h"

#include <cstdint>
#include <map>
#include <vector>

namespace strata::serving {

/// What leads from the kernels of one request to what its user waits for. Terms are signed and add up to E2E.
struct LifeParts {
    double prefill_kernels_s = 0, decode_kernels_s = 0; ///< alone on the engine
    double runtime_s = 0;                               ///< launches, movement and clock between these kernels
    double communication_s = 0;                         ///< collectives and sends between stages
    double host_s = 0;                                  ///< sampling of each iteration
    double guessing_s = 0; ///< signed: alone with guessed tokens, less alone with one token an iteration
    double batching_s = 0; ///< its iterations last longer than alone; what an eviction recomputes is in it
    double paused_s = 0;   ///< between its iterations
    double transfer_s = 0; ///< of its cache to the pool that decodes
    double moving_s = 0;   ///< its iterations waited for caches on their way to or from other memory
    double queueing_s = 0; ///< from arrival to the first iteration
    double way_s = 0;      ///< outside of the engine: its way there, and that of its first token back

    double total_s() const;
    LifeParts& operator+=(const LifeParts& other);
    LifeParts scaled(double factor) const;
};

/// Iterations of a request that has an engine to itself: its prompt in chunks of at most `chunk_tokens`, then one token
/// each. Linear between the tables' places as iterations are, so that a life costs a few look-ups.
class AloneTime {
public:
    /// `time` is what iterations take where the tables hold shares alone; null: by the tables.
    AloneTime(const AnalyticTables& tables, const EngineTableOptions& options, double chunk_tokens,
              const StepTime* time = nullptr);
    /// Another pool decodes. It must outlive this.
    void decodeBy(const AloneTime& pool) { decoding_ = &pool; }
    /// Tokens are guessed ahead; `time` is what such an iteration takes. `speculation` must outlive this.
    void guessBy(const StepTime& time, const Speculation& speculation, std::uint64_t seed);

    LifeParts of(std::int32_t prompt_tokens, std::int32_t cached_tokens, std::int32_t output_tokens) const;
    /// The parts of a finished request: alone, and what was added to it.
    LifeParts of(const RequestRecord& record) const;

private:
    double iteration_s(const BatchShape& shape) const;
    LifeParts decodes(std::int32_t prompt_tokens, std::int32_t output_tokens) const;
    /// What all iterations with guesses take after the prompt.
    double guessed_s(const RequestRecord& record) const;
    LifeParts split(double tokens, double seconds) const;
    double decodes_s(double last_context) const; ///< iterations with contexts 1 to this

    const AnalyticTables& tables_;
    EngineTableTime tabulated_;
    const StepTime* given_;
    EngineTableOptions options_;
    double chunk_tokens_;
    std::vector<double> knots_, at_knot_s_, until_knot_s_; ///< of single decodes
    const AloneTime* decoding_ = nullptr;
    const Speculation* speculation_ = nullptr;
    std::uint64_t seed_ = 0;
    std::vector<double> guessed_at_knot_s_;
};

/// Mean parts of all requests, and of those around a percentile, in bounded memory: sums by E2E in steps of 0.2 %.
class LifeSums {
public:
    void add(const LifeParts& parts);
    std::uint64_t count() const { return count_; }
    LifeParts mean() const;
    /// Mean over the ranks within 0.5 % of all around percentile q, in proportion scaled to `seconds`, the percentile
    /// itself. `used` gets how many requests these are.
    LifeParts around(double q, double seconds, std::uint64_t& used) const;

private:
    struct Sum {
        std::uint64_t count = 0;
        LifeParts parts;
    };
    std::map<std::int64_t, Sum> by_e2e_;
    LifeParts all_;
    std::uint64_t count_ = 0;
};

} // namespace strata::serving
