// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/compose.h"

namespace strata::compose {

/// What a decode step of a serving engine shares its device with, and over which ranks it runs.
struct ServingLoad {
    double batch = 1; ///< sequences that decode together
    double prompt_tokens = 0, output_tokens = 1;
    bool prefill_elsewhere = false; ///< disaggregated: other devices prefill
    double ranks = 1;               ///< tensor parallel
    double layers = 0, hidden = 0;
    double activation_bytes = 2; ///< an element on the links
    /// Share of the other requests' prefill that falls between a request's tokens. 0.5: all begin together and prompts
    /// go first, so that a request waits for those behind it in the queue, half of them on average.
    double waited_prefill = 1;
};

/// Collectives of one pass over `tokens` tokens: two all-reduces a layer (after attention and after the feed-forward).
/// `all_reduce` tells the seconds of one by its bytes in place of the engine's own; the wait for the last rank stays.
double allReduceSecondsOfPass(const hardware::Gpu& gpu, const RuntimeCosts& costs, const ServingLoad& load,
                              double tokens, const std::function<double(double)>& all_reduce = {});

/// What a host starts of a pass with prompts; expert_layers: those whose experts no call of a library starts as a
/// whole.
struct PromptStarts {
    double kernels = 0, latent_layers = 0, expert_layers = 0;
    double seconds(const RuntimeCosts& costs) const {
        return kernels * costs.prompt_launch_s + latent_layers * costs.prompt_latent_s +
               expert_layers * costs.prompt_experts_s;
    }
};
PromptStarts startsOf(const workload::ModelGraph& prefill, const RuntimeCosts& costs);

/// Host time to start all kernels of a pass with prompts where no graph of it is replayed: graphs are captured for
/// batches that decode. The device works on what has been started, so that such a pass takes the longer of the two,
/// and no less however short its prompts are.
double startSeconds(const workload::ModelGraph& prefill, const RuntimeCosts& costs);

/// 80 % interval around a prediction, as ratios that hold 1: the tenths of the residual of this class at the distance
/// of the device (runtimeResidual()). {1, 1} where no calibration has one.
Interval residualRatios(std::span<const hardware::Calibration> calibrations, std::string_view of,
                        const hardware::Gpu& gpu);

/// 80 % interval of mean times to the first token around what a simulation of the engine says, as ratios: how far
/// measured points of engines under load lie from it. {1, 1} where no calibration tells.
Interval firstTokenRatios(std::span<const hardware::Calibration> calibrations, bool experts, const hardware::Gpu& gpu);

/// The pass of a prompt as the engine runs it while others decode: where both share an iteration (gpu.runtime), what
/// reads weights takes the tokens of both and reads them once. The prompt itself elsewhere.
workload::ModelGraph promptBeside(const hardware::Gpu& gpu, const workload::ModelGraph& decode,
                                  const workload::ModelGraph& prefill);

/// One output token of every sequence (TPOT). In steady state each of the other batch - 1 requests is prefilled once
/// while a sequence decodes its output_tokens tokens, so a step carries (batch - 1) / output_tokens of a prefill:
/// T = decode step + share x (batch - 1) / output_tokens x prefill, of which an iteration that decodes as well has what
/// it takes longer than without. `decode` is the graph of the batch at mean context,
/// `prefill` that of one prompt.
ComposedTime composeServingStep(const hardware::Gpu& gpu, const workload::ModelGraph& decode,
                                const workload::ModelGraph& prefill, const ServingLoad& load, const RuntimeCosts& costs,
                                std::span<const hardware::Calibration> calibrations, const KernelPredictor& predict);

} // namespace strata::compose
