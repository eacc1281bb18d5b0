// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/step_time.h"

#include <cstddef>
#include <string>
#include <vector>

namespace strata::serving {

/// Times of one model's operators on one device, tabulated: what the reference simulator looks up.
struct OperatorTables {
    std::string provenance;
    struct Model {
        double hidden = 0, heads = 0, kv_heads = 0, ffn = 0;
    } model; ///< that was profiled; 0: the tables do not tell
    /// Seconds of one layer's operators that see all tokens of an iteration, by tokens - 1; KV-cache writes
    /// apart.
    std::vector<double> linear_s, kv_save_s;
    std::vector<double> all_reduce_s, send_recv_s; ///< by tokens - 1; empty: one rank, one stage
    std::size_t contexts = 0;                      ///< columns of the two tables below, each a multiple of 64 tokens
    std::vector<double> decode_s;                  ///< (batch - 1) x contexts
    std::vector<double> prefill_s;                 ///< contexts x (chunk - 1)
    std::size_t decode_batches = 0, prefill_chunks = 0;
    std::size_t unmeasured = 0; ///< times that the profile lacks, taken from the operator's other places
};

/// How the times of operators make an iteration.
struct OperatorTableOptions {
    double layers = 32; ///< of the whole model
    std::int32_t tp = 1, stages = 1;
    bool grouped_attention = false;
    /// Facts of the reference simulator: batched kernels of grouped attention cost 10 % more, a collective's
    /// launch 20 us.
    double grouped_overhead = 0.1;
    double collective_launch_s = 20e-6;
    double step_s = 0; ///< host work of an iteration that the device waits for; the reference has none
};

/// VIDUR's iteration (Agrawal et al., MLSys 2024): layers x (linear operators at tokens rounded up to 8 +
/// decode attention at the count and the mean context rounded up to 64 + one prefill attention of the merged
/// prompts + two all-reduces), and a send to the next stage. Prompts merge to the root of the sum of squared
/// chunks over the sum of their contexts. Embedding, LM head, sampling and the host are not in it. Outside
/// the tables: in proportion to the nearest entry.
class OperatorTableTime final : public StepTime {
public:
    OperatorTableTime(OperatorTables tables, const OperatorTableOptions& options);
    double seconds(const BatchShape& batch, int stage) const override;
    bool outside(const BatchShape& batch) const override;

private:
    struct Merged {
        double context = 0, chunk = 0;
    };
    static Merged merge(const std::vector<PrefillChunk>& prefills);
    double decodeSeconds(const BatchShape& batch) const;
    double prefillSeconds(const BatchShape& batch) const;

    OperatorTables tables_;
    OperatorTableOptions options_;
};

} // namespace strata::serving
