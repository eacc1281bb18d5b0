// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/gpu/kernel_time.h"
#include "core/hardware/calibration.h"
#include "core/hardware/gpu.h"
#include "core/workload/graph.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace strata::compose {

/// What lies between kernels and the model on one device under one runtime, resolved from calibrations.
struct RuntimeCosts {
    double launch_s = 0;         ///< host time to enqueue one kernel
    double queue_depth = 1024;   ///< launches that the host may be ahead of the device
    bool graph_replay = false;   ///< launches come from a captured graph: the host costs nothing per kernel
    double gap_s = 0;            ///< device idle between two kernels that are ready
    double step_s = 0;           ///< host work once a pass: Python, scheduler, sampling set-up
    double synchronisation_s = 0;///< once a pass: the host waits for the stream
    double allocation_s = 0;     ///< per byte of the peak beyond what the allocator caches, and per operator
    double producer_hit = 0;     ///< share of an activation that stays in L2 for its consumer when it fits
    double warm_clock = 1;       ///< sustained clock of a long run over that of a kernel timed alone
};
RuntimeCosts runtimeCosts(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// One operator on the device timeline; times of all its `count` copies together.
struct OperatorTime {
    gpu::KernelTime kernel;      ///< of one copy, timed by itself
    double kernels_s = 0;        ///< sum of the kernels alone: count x kernel.seconds
    double launch_s = 0;         ///< device waits for the host, or gaps
    double movement_s = 0;       ///< signed: less where activations stay in L2, more where they spill
    double power_s = 0;          ///< signed: sustained clock below (above) that of kernels alone
    double total() const { return kernels_s + launch_s + movement_s + power_s; }
};

struct Interval {
    double low = 0, high = 0;
};

/// Variance of the relative error by source, and the limits of what correlation may do.
struct ErrorShare {
    double independent = 0, correlated = 0, runtime = 0;    ///< shares of the variance, sum 1
    double sigma_independent = 0;  ///< relative error of the sum if all kernels erred independently: ~ sigma / sqrt(N)
    double sigma_correlated = 0;   ///< if all erred alike: ~ sigma
    double sigma = 0;              ///< with the correlation that was measured
    double bias = 0;               ///< mean of ln(measured / predicted), adds linearly
};

/// T_model and the terms that lead from the sum of kernels to it. Terms are signed and add up to seconds.
struct ComposedTime {
    double kernels_s = 0, launch_s = 0, movement_s = 0, power_s = 0, synchronisation_s = 0, allocation_s = 0;
    double seconds = 0;
    double energy_j = 0, mean_power_w = 0;
    Interval interval;           ///< 80 %
    ErrorShare error;
    std::vector<OperatorTime> operators;   ///< in the order of the graph
    double gamma() const { return kernels_s > 0 ? (seconds - kernels_s) / kernels_s : 0; }  ///< signed
};

using KernelPredictor = std::function<gpu::KernelTime(const workload::Kernel&)>;

/// Runs host and device side by side over the graph (one pass), then prices what the kernels do not contain. Errors by class
/// and their correlation come from the residuals of the calibrations.
ComposedTime compose(const hardware::Gpu& gpu, const workload::ModelGraph& graph, const RuntimeCosts& costs,
                     std::span<const hardware::Calibration> calibrations, const KernelPredictor& predict);

/// Whether the demand fits, and what would: largest batch by halving is the caller's to try.
struct MemoryFit {
    bool fits = true;
    double needed_bytes = 0, available_bytes = 0;   ///< what runtimes reserve is taken off
};
MemoryFit fitMemory(const hardware::Gpu& gpu, const workload::MemoryDemand& demand);

/// The same interval by sampling kernel errors with the measured correlation; must agree with the analytic one.
Interval sampleInterval(const ComposedTime& composed, const workload::ModelGraph& graph,
                        std::span<const hardware::Calibration> calibrations, std::uint64_t seed, std::size_t samples);

}  // namespace strata::compose
