// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/memory_fit.h"
#include "core/evaluate/kinds/system/training_query.h"
#include "core/evaluate/method.h"
#include "core/system/cluster_links.h"
#include "core/system/pipeline.h"
#include "core/system/stage_memory.h"
#include "core/system/step_collectives.h"
#include "core/system/step_time.h"

#include <optional>

namespace strata::methods {

/// Methods of requests of kind `training`: system.analytic, the closed form, and system.pipeline, which
/// follows every micro-batch through the stages.
Result<Estimate> estimateTraining(const Request& request, const Context& context);
Result<Estimate> estimateTrainingPipeline(const Request& request, const Context& context);

/// The iteration by parts that add up.
Part iterationParts(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step);
/// Memory of the fullest stage.
Part stageMemoryParts(const system::StageMemory& memory);
/// Energy of all devices: kernels, and idle power while they wait.
Part trainingEnergyParts(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step,
                         double idle_w);
/// Table "memory_by_stage": every stage against what a device has for it.
Table memoryByStageTable(const TrainingQuery& query, double capacity_bytes);
/// Table "groups": ranks r, r + stride, ... of each kind of group, numbered as ClusterLinks does.
Table groupTable(const TrainingQuery& query, const system::ClusterLinks& links);
/// Table "traffic": what a device of the stage with the most layers sends in one step, by kind of group.
Table trafficTable(const std::vector<system::GroupTraffic>& traffic);
/// The same by level, see linkTable() of network_methods.h.
Table stepLinkTable(const TrainingQuery& query, const std::vector<system::GroupTraffic>& traffic, double iteration_s);
/// Tables "plans" and "plan_front" of a search.
Table planTable(const char* name, const std::vector<system::PlanPoint>& points);
/// Legal plans that do not fit into `available_bytes`, with how much they lack.
Table largePlanTable(const std::vector<system::PlanPoint>& points, double available_bytes);
/// Passes up to which each has a row of its own.
inline constexpr std::size_t kTimelinePasses = 16384;
/// Table "timeline": passes of each stage, messages, "bubble" where it waits, and what follows the pipeline
/// on all stages together. communication_s: of collectives within a pass. Beyond kTimelinePasses the middle of each
/// stage, where the schedule repeats itself, is told in rows "passes" and "messages" of several together, from the
/// start of the first to the end of the last, and the table has four more columns: `passes` of a row, and their sums
/// forward_s, backward_s, weight_s; what they leave of the row's time is bubbles.
Table timelineTable(const system::PipelineShape& shape, const system::PipelineTimeline& timeline,
                    const system::StepTime& step);

/// Whether a plan fits, under what the runtime leaves of the device.
compose::MemoryFit fitPlan(const TrainingQuery& query, const system::Plan& plan, const compose::RuntimeCosts& costs);
/// Bytes that the runtime leaves of a device.
double roomFor(const TrainingQuery& query, const compose::RuntimeCosts& costs);
/// Why it does not, by how much, and which single changes of the plan would.
Note planMemoryNote(const TrainingQuery& query, const compose::MemoryFit& fit, const compose::RuntimeCosts& costs);
/// Whether the hosts hold what a plan keeps there; they do where the cluster does not state their memory.
bool fitsHosts(const TrainingQuery& query, const system::Plan& plan, double devices);
/// Why the hosts of the cluster do not hold what the plan keeps there; none where they do, or where the cluster does
/// not state their memory.
std::optional<Note> hostMemoryNote(const TrainingQuery& query, const compose::RuntimeCosts& costs);

} // namespace strata::methods
