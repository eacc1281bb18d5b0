// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/tensor/gpu_modern_power_rows.h"

#include <utility>
#include <vector>

namespace strata::assess {

/// One problem of the sweep over one choice of heads.
struct SweepProblem {
    double batch = 0, length = 0;
    bool narrow_cache = false; ///< FP8 keys and values
};

/// The problems of decode or prefill attention with these heads, in the order in which the measured tables' collector
/// calls them (github.com/ai-dynamo/aiconfigurator, collector/vllm/collect_attn.py and collector/cases/base_ops):
/// prefill from long to short and from many sequences to one, decode by batches from few to many tokens of context,
/// each with a 16-bit and an 8-bit cache.
std::vector<SweepProblem> attentionProblems(const workload::Attention& heads, bool decode);

/// Boards that share a sweep of attention: the first eight problems of a choice of heads all read as if the board had
/// rested, the ninth does not.
inline constexpr std::size_t kAttentionBoards = 8;

/// What the host does for a problem beside preparing it, while the board waits.
struct HostWork {
    bool compiles = false;   ///< its kernel does not exist yet
    double moved_tokens = 0; ///< from experts that a routing gave more than all tokens, each by itself
    double cast_weights = 0; ///< of experts, into blocks with scales of their own, before their first problem
};

/// A whole sweep, of which a table holds some rows.
struct PowerSweep {
    std::size_t device = 0;
    std::size_t boards = 1;                                ///< of that device, that share it
    std::vector<workload::Kernel> kernels;                 ///< in the order of their calls
    std::vector<HostWork> host;                            ///< one for each, or none at all
    std::vector<std::pair<std::size_t, std::size_t>> rows; ///< place in the order, index into PowerRows::rows
};

/// The sweeps whose parts the attention rows are: decode and prefill of each device. A row that is no problem of its
/// sweep is a sweep of its own.
std::vector<PowerSweep> attentionSweeps(const PowerRows& data);

} // namespace strata::assess
