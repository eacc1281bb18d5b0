// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/serving/tables/step_time.h"

#include <array>
#include <string>
#include <vector>

namespace strata::serving {

/// Two measured places around one.
struct TableBracket {
    std::size_t low = 0, high = 0;
    double share = 0; ///< of high; above 1 beyond the end
};

/// Times at measured places, linear between them; beyond the last in proportion to the last step, and no less
/// than the last.
struct MeasuredLine {
    std::vector<double> at, seconds; ///< at: ascending
    double value(double x) const;
};

/// Kernels of one rank as an engine launches them, profiled on the device.
struct EngineTables {
    std::string provenance;
    MeasuredLine layer;        ///< all token-wise kernels of one layer, by tokens of the iteration
    MeasuredLine once;         ///< embedding and final norm, by tokens
    MeasuredLine per_sequence; ///< LM head and sampling, by sequences
    /// Attention of one layer over four axes: chunk and context of a prompt, decoding sequences and their
    /// mean context. Row-major, the last axis fastest; a combination that was not measured is the sum of
    /// prompt and decodes alone.
    std::array<std::vector<double>, 4> axes;
    std::vector<double> attention_s;
    /// Host time to start all kernels of an iteration with prompts one by one: it takes no less. 0 where graphs of such
    /// iterations are replayed.
    double started_s = 0;
    /// Host work of an iteration, and more for each of its sequences, that is hidden behind the device's: the iteration
    /// takes no less. 0 where iterations wait for it instead.
    double hidden_step_s = 0, hidden_per_sequence_s = 0;
};

/// Replaces what is below 0 in attention_s: prompts alone and decodes alone go on along their contexts as
/// they grew last (before the first measured context: its time), and what was not measured together is their
/// sum.
void fillAttentionGaps(EngineTables& tables);

/// What a profile of one rank does not say: model, ranks, links and host.
struct EngineTableOptions {
    double layers = 1;
    std::int32_t tp = 1;
    double hidden = 0, element_bytes = 2;
    double all_reduce_s = 0;           ///< latency of one, over tp ranks,
    double all_reduce_bytes_per_s = 0; ///< and the rate at which its bytes pass
    double step_s = 0;                 ///< host work of an iteration that the device waits for
    std::int32_t stages = 1;           ///< of a pipeline, which share the layers evenly
    double send_bytes_per_s = 0;       ///< between two stages; 0: not counted
};

/// Iteration of a continuous-batching engine: layers x (token-wise kernels + attention + two all-reduces) +
/// embedding, final norm, LM head and sampling. Decode attention is linear in the keys and values that it
/// reads, so that the mean context stands for all; chunks of several prompts add up, without the launch that
/// one kernel shares.
class EngineTableTime final : public StepTime {
public:
    EngineTableTime(EngineTables tables, const EngineTableOptions& options);
    double seconds(const BatchShape& batch, int stage) const override;
    bool outside(const BatchShape& batch) const override;

private:
    double attention(double chunk, double context, double decodes, double mean_context) const;
    double between(const std::array<TableBracket, 4>& around) const;

    EngineTables tables_;
    EngineTableOptions options_;
    double launch_s_ = 0; ///< shortest attention kernel
};

} // namespace strata::serving
