// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/compose.h"

#include "core/compose/activation_reuse.h"
#include "core/compose/timeline.h"
#include "core/gpu/power/power.h"

#include <algorithm>
#include <variant>

namespace strata::compose {
namespace {

/// A kernel timed alone: on a board that rested before, where the method knows the difference.
double restedSeconds(const gpu::KernelTime& kernel) { return kernel.rested_s > 0 ? kernel.rested_s : kernel.seconds; }

OperatorTime timeOf(const hardware::Gpu& gpu, const workload::Operator& op, const RuntimeCosts& costs,
                    const KernelPredictor& predict) {
    OperatorTime time;
    time.kernel_class = workload::classOf(op.kernel);
    if (op.launches < 0.5) return time; // a view: nothing runs
    time.kernel = predict(op.kernel);
    time.error = kernelError(time.kernel);
    const double movement = movementSeconds(gpu, op, time.kernel, costs.producer_hit);
    time.kernels_s = op.count * restedSeconds(time.kernel);
    time.power_s = op.count * (time.kernel.seconds - restedSeconds(time.kernel));
    time.movement_s = op.count * movement;
    return time;
}

/// What the start of an operator's kernels takes less because the kernel before still drains, in seconds a copy.
double hiddenStart(const RuntimeCosts& costs, const workload::Operator& op, const gpu::KernelTime& kernel) {
    if (!costs.graph_replay) return 0.0;
    const double overlapped = std::min(costs.hidden_start_s * op.launches, kernel.fixed_s);
    const bool experts = std::holds_alternative<workload::Moe>(op.kernel.shape);
    return experts ? std::max(overlapped, costs.hidden_experts_share * kernel.fixed_s) : overlapped;
}

/// A library launches what belongs to its own call itself. The autograd engine walks backwards in C++ and calls
/// optimizers for all weights at once: only what runs forward is interpreted (PyTorch, torch/csrc/autograd/engine.cpp).
double hostShare(const workload::ModelGraph& graph, const workload::Operator& op, const RuntimeCosts& costs) {
    const bool interpreted = !graph.compiled && !op.inner && op.pass == workload::Pass::Forward;
    return interpreted || costs.launch_s <= 0.0 ? 1.0 : costs.compiled_launch_s / costs.launch_s;
}

Timeline timelineOf(const workload::ModelGraph& graph, const RuntimeCosts& costs,
                    const std::vector<OperatorTime>& times) {
    std::vector<QueuedOperator> queued(times.size());
    std::vector<double> counts(times.size());
    for (std::size_t i = 0; i < times.size(); ++i) {
        const workload::Operator& op = graph.operators[i];
        counts[i] = op.count;
        const double seconds = times[i].kernels_s + times[i].movement_s + times[i].power_s;
        queued[i] = {op.count > 0 ? seconds / op.count - hiddenStart(costs, op, times[i].kernel) : 0.0, op.launches,
                     hostShare(graph, op, costs)};
    }
    return runQueues(queued, counts, segmentsOf(graph.operators),
                     {costs.launch_s, costs.gap_s, costs.queue_depth, costs.graph_replay, costs.besideKernels(0)});
}

} // namespace

std::string_view runtimeResidualOf(const workload::ModelGraph& graph) {
    const bool serving = graph.phase == workload::Phase::Decode || graph.phase == workload::Phase::Prefill;
    if (!serving) return "model";
    const bool experts = std::ranges::any_of(graph.operators, [](const workload::Operator& op) {
        return std::holds_alternative<workload::Moe>(op.kernel.shape);
    });
    return experts ? "serving experts" : "serving";
}

ComposedTime compose(const hardware::Gpu& gpu, const workload::ModelGraph& graph, const RuntimeCosts& costs,
                     std::span<const hardware::Calibration> calibrations, const KernelPredictor& predict) {
    return compose(gpu, graph, costs, errorCorrelation(calibrations, runtimeResidualOf(graph), gpu),
                   gpu::idlePower(gpu, calibrations), predict);
}

ComposedTime compose(const hardware::Gpu& gpu, const workload::ModelGraph& graph, const RuntimeCosts& costs,
                     const ErrorCorrelation& correlation, double idle_w, const KernelPredictor& predict) {
    ComposedTime composed;
    composed.operators.reserve(graph.operators.size());
    double allocations = 0;
    for (const workload::Operator& op : graph.operators) {
        composed.operators.push_back(timeOf(gpu, op, costs, predict));
        allocations += op.launches >= 0.5 ? op.count : 0.0;
    }
    const Timeline timeline = timelineOf(graph, costs, composed.operators);
    double busy_energy = 0, busy_s = 0;
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        OperatorTime& op = composed.operators[i];
        op.hidden_s = graph.operators[i].count * hiddenStart(costs, graph.operators[i], op.kernel);
        op.launch_s = timeline.waits_s[i] - op.hidden_s;
        composed.kernels_s += op.kernels_s;
        composed.movement_s += op.movement_s;
        composed.power_s += op.power_s;
        composed.launch_s += op.launch_s;
        composed.hidden_s += op.hidden_s;
        // A kernel whose start hides behind its predecessor draws for as long as it takes.
        const double taken_s = op.kernels_s + op.movement_s + op.power_s + std::min(op.launch_s, 0.0);
        op.energy_j = op.kernel.seconds > 0 ? op.kernel.energy_j * taken_s / op.kernel.seconds : 0.0;
        busy_energy += op.energy_j;
        busy_s += taken_s;
    }
    // A pass without any kernel still costs the host its time.
    composed.launch_s = composed.operators.empty() ? timeline.seconds : composed.launch_s;
    composed.host_s = timeline.host_s;
    if (!costs.graph_replay) composed.launch_sigma_s = costs.launch_spread * std::max(composed.launch_s, 0.0);
    composed.synchronisation_s = costs.synchronisation_s;
    composed.allocation_s = costs.allocation_s * allocations;
    composed.seconds = composed.kernels_s + composed.launch_s + composed.movement_s + composed.power_s +
                       composed.synchronisation_s + composed.allocation_s;
    if (busy_energy > 0 && composed.seconds > 0) {
        composed.busy_w = busy_energy / busy_s;
        composed.energy_j = busy_energy + idle_w * std::max(composed.seconds - busy_s, 0.0);
        composed.mean_power_w = composed.energy_j / composed.seconds;
    }
    propagateErrors(composed, correlation);
    return composed;
}

} // namespace strata::compose
