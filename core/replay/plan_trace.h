// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/kineto/execution_trace.h"
#include "core/system/step_time.h"

#include <vector>

namespace strata::replay {

/// A training step with everything that its time is made of.
struct PlannedStep {
    system::TrainingJob job;
    system::Plan plan;
    system::StepTerms terms;
    system::StepCoefficients coefficients;
};

/// One graph for a rank of each pipeline stage, numbered by stage: the ranks of a stage do the same.
/// Micro-batches in the order of the schedule, layer by layer where ranks communicate
/// behind layers; messages between stages; gradients of a layer exchanged behind its last backward pass, so
/// that what the closed form states as a share of overlap comes from the graph; gathered layers of ZeRO-3 as
/// they are needed; the optimizer; the host's work. Times are those of the step's terms; what context
/// parallelism does not hide is part of the computation. Bytes are per rank, as in
/// exchange/execution_trace.h.
///
/// Errors: those of system::followPipeline(), "too-large" for more than four million nodes.
Result<std::vector<exchange::ExecutionTrace>> tracesOf(const PlannedStep& step);

} // namespace strata::replay
