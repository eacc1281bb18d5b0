// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/compose/compose.h"
#include "core/serving/tables/rank_links.h"

#include <span>
#include <vector>

namespace strata::serving {

/// A batch of like requests that enter together and have an engine for themselves.
struct SingleInput {
    const hardware::Gpu& gpu;
    const Json& model;              ///< a transformer that decodes, as expertsOfRank() gives it
    workload::GraphOptions options; ///< types and shards of one rank; phase, batch and lengths are chosen here
    const compose::RuntimeCosts& costs;
    std::span<const hardware::Calibration> calibrations;
    compose::KernelPredictor predict;
    const RankLinks& links;
    RankPlan plan;
    double batch = 1, prompt_tokens = 1, output_tokens = 1;
    double token_budget = 8192; ///< of one iteration; longer prompts come in chunks
};

/// Passes of one micro-batch through the whole model that are alike.
struct TimedPass {
    double count = 1; ///< how often its time passes: micro-batches share the pipeline's stages
    double runs = 1;  ///< how often it is computed
    double sequences = 1, tokens = 1, context = 0; ///< of one micro-batch; context: before its first new token
    compose::ComposedTime time;                    ///< with the collectives of the ranks in communication_s
    double send_s = 0;                             ///< between stages, all of them
    double seconds() const { return time.seconds + send_s; }
};

/// One batch by itself, from its prompts to its last tokens.
struct SingleTime {
    std::vector<TimedPass> prefill, decode;
    double bubble_s = 0;                     ///< of the prefill: stages that wait for the first micro-batch to come
    double ttft_s = 0;                       ///< until every request of the batch has its first token
    double decode_s = 0;                     ///< all later ones
    compose::Interval ttft, decode_interval; ///< 80 %
    double energy_j = 0;                     ///< of all ranks; 0: not known
    double e2e_s() const { return ttft_s + decode_s; }
};

/// The model as one rank of the plan holds it: expert widths such that their division by the tensor-parallel
/// ranks leaves what the plan gives to each.
Json expertsOfRank(const Json& model, const RankPlan& plan);

/// Prefill in iterations of at most token_budget tokens, whole prompts or chunks of one; then output_tokens -
/// 1 decode iterations of growing context, integrated with three points of Gauss and Legendre. Over stages,
/// the batch is cut into as many micro-batches as there are stages (where it has so many), so that an
/// iteration of the pipeline takes as long as the whole model takes for one of them. Errors: those of
/// buildGraph().
Result<SingleTime> singleTime(const SingleInput& input);

/// What one rank keeps in memory when all requests have their last token; the smallest stage has the share of an
/// even split.
Result<workload::MemoryDemand> singleMemory(const SingleInput& input);

/// The sum of f(0) ... f(n - 1) for smooth f as a sum of weights x f(at): exact up to three terms, else by
/// Gauss and Legendre over [-1/2, n - 1/2], rounded to whole places.
struct Node {
    double at = 0, weight = 1;
};
std::vector<Node> sumNodes(double n);

} // namespace strata::serving
