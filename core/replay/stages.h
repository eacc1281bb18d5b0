// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/degrees.h"
#include "core/replay/replay.h"
#include "core/replay/what_if.h"
#include "core/system/plan.h"

#include <functional>

namespace strata::replay {

/// How a recorded iteration would be cut into pipeline stages.
struct StagePlan {
    Degree pp;                       ///< stages as recorded, one trace each, and as asked
    std::uint32_t micro_batches = 0; ///< of the same batch; 0: as many as were recorded
    system::Schedule schedule = system::Schedule::OneForwardOneBackward; ///< or GPipe
    double batch_bytes = 0.0; ///< activations of the whole batch between two stages; 0: as the traces tell
};

/// Seconds of a message between neighbouring stages.
using MessageTime = std::function<Result<double>(double bytes)>;

/// By the fabric that `what` names. Stages are `stride` devices apart; where not all of them are within one
/// node, messages leave it. Errors of the result: "bad-value" with the pointer "/cluster" without a fabric.
MessageTime messageTime(const WhatIf& what, std::uint32_t stages, std::uint32_t stride);

/// One graph for each stage that is asked for. The device's time of `run`, a replay of `ranks`, is divided
/// into forward passes, backward passes and update, as the traces tell or their nodes are called ("forward",
/// "backward", optimizers). The passes are cut where kernels follow one another so that stages are as even as
/// they can be; each of the micro-batches takes its share of the kernels, while the device's waits for the
/// host, which launches as many kernels for less work, stay those of one micro-batch. The stages then follow
/// system::followPipeline(); messages move what the last matrix product before a cut writes, or what recorded
/// stages sent. A stage updates its share of the weights. What this leaves out: kernels too short to become
/// shorter, and first and last stages with more than their layers.
///
/// Errors: "bad-value" with the pointer "/pp" (degrees of 0, other than one trace a recorded stage, passes
/// that cannot be told apart, fewer kernels than stages), "/micro_batches", "/schedule" or "/message_bytes";
/// those of `time`.
Result<std::vector<exchange::ExecutionTrace>> withStages(std::span<const exchange::ExecutionTrace> ranks,
                                                         const Replay& run, const StagePlan& plan,
                                                         const MessageTime& time);

} // namespace strata::replay
