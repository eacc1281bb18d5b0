// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/power/power_sweep.h"

#include <vector>

namespace strata::assess {

/// Tokens that the measured tables' collector moves one by one, in the mean of its random routings: popularities of
/// experts are drawn from a power law between 1 and 0.8 of the tokens, and what an expert gets beyond all tokens goes
/// to others, a token a step (github.com/ai-dynamo/aiconfigurator, collector/helper.py). 0 where the load is balanced.
double movedTokens(const workload::Moe& shape);

/// Whether this problem of a sweep over numbers of tokens needs a kernel of its own. Triton compiles a kernel anew for
/// widths that 16 does not divide, and vLLM picks tiles by number of tokens where it holds a table for so many experts
/// of that width (vllm/model_executor/layers/fused_moe/configs, those of an H200).
bool needsNewKernel(const workload::Kernel& kernel);

/// Mixtures: each choice of experts, format and skew takes its numbers of tokens from one up, after those of another
/// choice, whose last problem was as large as its own largest (collector/vllm/collect_moe.py). By one board.
std::vector<PowerSweep> expertSweeps(const PowerRows& data);

} // namespace strata::assess
