// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/error_propagation.h"
#include "core/compose/memory_fit.h"
#include "core/compose/runtime_costs.h"
#include "core/gpu/kernel_time.h"
#include "core/workload/graph.h"

#include <functional>
#include <span>
#include <vector>

namespace strata::compose {

/// One operator on the device timeline; times of all its `count` copies together.
struct OperatorTime {
    gpu::KernelTime kernel; ///< of one copy, timed by itself
    double kernels_s = 0;   ///< sum of the kernels alone: count x kernel.rested_s (or seconds)
    double launch_s = 0;    ///< device waits for the host, or gaps, less what of the start is hidden
    double hidden_s = 0;    ///< of a replayed graph: what of the kernel's start hides behind the kernel before
    double movement_s = 0;  ///< signed: less where activations stay in L2, more where they spill
    double power_s = 0;     ///< signed: sustained clock below (above) that of kernels on a rested board
    workload::KernelClass kernel_class = workload::KernelClass::Elementwise;
    KernelError error;   ///< of ln(measured / predicted) of its class
    double energy_j = 0; ///< of all copies, for as long as they take inside the model
    double total() const { return kernels_s + launch_s + movement_s + power_s; }
};

/// T_model and the terms that lead from the sum of kernels to it. Terms are signed and add up to seconds.
struct ComposedTime {
    double kernels_s = 0, launch_s = 0, movement_s = 0, power_s = 0, synchronisation_s = 0, allocation_s = 0;
    double hidden_s = 0;        ///< part of launch_s, which is less by it: starts hidden behind kernels before
    double communication_s = 0; ///< collectives of a tensor-parallel serving step
    double prefill_s = 0;       ///< a serving step: prefill of other requests that share the engine
    double seconds = 0;
    double host_s = 0;         ///< the host's own time line: beyond it the device runs alone
    double launch_sigma_s = 0; ///< spread of launch_s between hosts
    double energy_j = 0, mean_power_w = 0;
    double busy_w = 0; ///< mean power while kernels run; 0: not modelled
    Interval interval; ///< 80 %
    ErrorShare error;
    std::vector<OperatorTime> operators; ///< in the order of the graph
    /// Of other requests, the share that falls on this step; sum to prefill_s with its launches and collectives.
    std::vector<OperatorTime> prefill_operators;
    double gamma() const { return kernels_s > 0 ? (seconds - kernels_s) / kernels_s : 0; } ///< signed
};

/// Time of one kernel on the device that is composed for.
using KernelPredictor = std::function<gpu::KernelTime(const workload::Kernel&)>;

/// Runs host and device side by side over the graph (one pass), then prices what the kernels do not contain. Errors by
/// class and their correlation come from the residuals of the calibrations.
ComposedTime compose(const hardware::Gpu& gpu, const workload::ModelGraph& graph, const RuntimeCosts& costs,
                     std::span<const hardware::Calibration> calibrations, const KernelPredictor& predict);
/// The same with a correlation and the power between kernels at hand: errorCorrelation(calibrations,
/// runtimeResidualOf(graph)) and gpu::idlePower(gpu, calibrations).
ComposedTime compose(const hardware::Gpu& gpu, const workload::ModelGraph& graph, const RuntimeCosts& costs,
                     const ErrorCorrelation& correlation, double idle_w, const KernelPredictor& predict);

/// Which residual of whole models tells about the graph: "serving" of one step of an engine, "serving experts" where
/// it has fused experts, "model" of all others.
std::string_view runtimeResidualOf(const workload::ModelGraph& graph);

/// The same interval by sampling kernel errors with the measured correlation; must agree with the analytic one.
Interval sampleInterval(const ComposedTime& composed, const ErrorCorrelation& correlation, std::uint64_t seed,
                        std::size_t samples);
Interval sampleInterval(const ComposedTime& composed, const workload::ModelGraph& graph,
                        std::span<const hardware::Calibration> calibrations, std::uint64_t seed, std::size_t samples);

} // namespace strata::compose
