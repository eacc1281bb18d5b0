// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/memory_fit.h"
#include "core/evaluate/method.h"
#include "core/evaluate/training_query.h"
#include "core/system/stage_memory.h"
#include "core/system/step_time.h"

namespace strata::methods {

/// Method system.analytic of requests of kind `training`: the closed form.
Result<Estimate> estimateTraining(const Request& request, const Context& context);

/// The iteration by parts that add up.
Part iterationParts(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step);
/// Memory of the fullest stage.
Part stageMemoryParts(const system::StageMemory& memory);
/// Energy of all devices: kernels, and idle power while they wait.
Part trainingEnergyParts(const TrainingQuery& query, const system::StepTerms& terms,
                         const system::StepTime& step);
/// Memory of every stage against the device.
Table stageTable(const TrainingQuery& query, double available_bytes);

/// Whether a plan fits, under what the runtime leaves of the device.
compose::MemoryFit fitPlan(const TrainingQuery& query, const system::Plan& plan,
                           const compose::RuntimeCosts& costs);
/// Why it does not, by how much, and which single changes of the plan would.
Note planMemoryNote(const TrainingQuery& query, const compose::MemoryFit& fit,
                    const compose::RuntimeCosts& costs);

} // namespace strata::methods
