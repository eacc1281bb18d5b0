// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/step_time.h"

#include <vector>

namespace strata::system {

/// Backward holds the gradients of weights as well, but for zero-bubble schedules, which run them apart.
enum class Work : std::uint8_t { Forward, Backward, Weight };
std::string_view name(Work work); ///< "forward", "backward", "weight"

/// One chunk of one micro-batch at work on a stage.
struct PipelineTask {
    std::uint32_t stage = 0, micro_batch = 0, chunk = 0;
    Work work = Work::Forward;
    double start_s = 0, end_s = 0;
};

/// Durations of one micro-batch: of each stage, all its chunks together.
struct PipelineShape {
    std::vector<double> forward_s, backward_s; ///< by stage
    std::vector<double> weight_s;              ///< part of backward_s that zero-bubble runs apart
    std::vector<double> communication_s;       ///< of tensor, context and expert groups, within both passes
    double send_s = 0;                         ///< from a stage to the next
    std::uint32_t micro_batches = 1, chunks = 1;
    Schedule schedule = Schedule::OneForwardOneBackward;
};

/// One step of all stages, task by task.
struct PipelineTimeline {
    std::vector<PipelineTask> tasks; ///< by stage, in the order of the schedule
    double seconds = 0;
    double busy_s = 0; ///< of all stages together

    double bubbleShare(std::size_t stages) const { return 1.0 - busy_s / (seconds * static_cast<double>(stages)); }
};

/// Follows every micro-batch through all stages in the order of the schedule (1f1b, interleaved, gpipe): a
/// task starts when its stage is free and its input has arrived. Zero-bubble: see followZeroBubble(). Errors:
/// "bad-value" where interleaved micro-batches do not divide by the stages (D. Narayanan et al., SC 2021,
/// section 2.2.2).
Result<PipelineTimeline> followPipeline(const PipelineShape& shape);

/// ZB-H1 (P. Qi et al., ICLR 2024, section 2.3): forward and backward passes in the order of 1f1b, gradients
/// of weights whenever a stage would wait for half as long as they take, and at the latest when it holds as
/// many micro-batches as stages.
PipelineTimeline followZeroBubble(const PipelineShape& shape);

/// The shape of a step with the head on the last stage.
PipelineShape pipelineOf(const StepTerms& terms, const StepCoefficients& coefficients);

} // namespace strata::system
