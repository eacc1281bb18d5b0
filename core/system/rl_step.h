// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/system/rollout.h"
#include "core/system/step_time.h"

namespace strata::system {

/// Reinforcement learning on the answers of the model itself: rollout, scoring by other models of the same
/// size, one step on what came out; all on the same devices, one after the other.
struct RlJob {
    ResponseLengths response;     ///< of each sequence; the rest is its prompt
    double scoring_models = 2;    ///< reference and reward
    std::uint32_t rollout_tp = 1; ///< devices of one generating copy
};

/// What comes before the training step of reinforcement learning.
struct RlTime {
    double prompt_s = 0, decode_s = 0;   ///< rollout of a copy whose longest answer is the usual one
    double wait_s = 0;                   ///< of such a copy, for the copy with the longest answer of the batch
    double scoring_s = 0;                ///< forward passes over whole sequences
    double reshard_s = 0;                ///< weights from the shards of training to those of the rollout
    double running = 0;                  ///< sequences that a copy generates at once: what its cache has room for
    double longest_tokens = 0;           ///< of the answers of the batch
    double rollout_j = 0, scoring_j = 0; ///< of all devices

    double seconds() const { return prompt_s + decode_s + wait_s + scoring_s + reshard_s; }
};

/// What a rollout adds to a step. Decode steps are timed at half the mean response, since their time grows evenly
/// with the cache, for a full batch and for one sequence; between these they grow evenly with the batch. `model`: its
/// document. `engine`: times under the runtime of a serving engine. Errors: those of workload::buildGraph(), and
/// "over-memory" where a copy has no room for one sequence.
Result<RlTime> rlTime(const Json& model, const TrainingJob& job, const Plan& plan, const RlJob& rl,
                      const StepTerms& terms, const StepCoefficients& coefficients, ShardTimer& engine,
                      const ClusterLinks& links);

} // namespace strata::system
