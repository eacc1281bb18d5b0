// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/compose.h"
#include "core/gpu/predictor.h"
#include "core/system/layer_graph.h"

#include <array>
#include <map>
#include <span>

namespace strata::system {

/// Seconds of one pass that a step's coefficients scale by themselves, and first-order terms of what the timed kernels
/// leave out; see StepCoefficients.
struct KernelKinds {
    double attention_s = 0; ///< of attention itself, fused or not
    double unaligned_s =
        0; ///< of it, unfused products of heads off the grid, times the loads they need beyond those of 16 bytes
    double narrow_s = 0; ///< of dense products, each times g (1/M + 1/N + 1/K), with g = sqrt(peak / 312 TFLOP/s)
    double rows_s = 0;   ///< of experts' products, each times g over the rows of an expert

    KernelKinds& operator+=(const KernelKinds& other);
    KernelKinds times(double factor) const;
};

/// Device time of one micro-batch on one rank, in seconds.
struct PassTime {
    double forward_s = 0, backward_s = 0, weight_s = 0; ///< backward_s: gradients of the activations
    double launch_s = 0;                                ///< of all three: the device waits for the host
    double attention_s = 0;                             ///< forward attention itself, part of forward_s
    double streamed_s = 0;                              ///< of all three: what goes to experts, streamed through memory
    double energy_j = 0;
    KernelKinds forward, backward, weight; ///< parts of forward_s, backward_s and weight_s

    double total() const { return forward_s + backward_s + weight_s + launch_s; }
    PassTime& operator+=(const PassTime& other);
    PassTime times(double factor) const;
};

/// Kernel times of one job under many plans: all layers of a rank, and what stands before and behind them.
struct ShardTime {
    PassTime layers; ///< all layers of the model, as one rank runs its shard of them
    PassTime head;
};

/// Times shards by gpu.tile, or by a predictor in its place, through core/compose and keeps them: plans that differ
/// only in pp, dp, schedule, interleave, recompute or zero share them. Use by one thread.
class ShardTimer {
public:
    ShardTimer(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations,
               gpu::KernelPredictor predict = {});

    const ShardTime& operator()(const TrainingJob& job, const Plan& plan);
    /// One pass through a graph, not kept.
    PassTime graphTime(const workload::ModelGraph& graph) const { return timeOf(graph, 1.0); }
    const hardware::Gpu& gpu() const { return gpu_; }
    double idlePower_w() const { return idle_w_; } ///< of a device between kernels
    const compose::RuntimeCosts& costs() const { return costs_; }
    std::size_t timed() const { return known_.size(); }

private:
    using Key = std::array<double, 23>;
    static Key keyOf(const TrainingJob& job, const Plan& plan);
    PassTime timeOf(const workload::ModelGraph& graph, double copies) const;

    hardware::Gpu gpu_;
    gpu::KernelPredictor predict_;
    compose::RuntimeCosts costs_;
    double idle_w_;
    std::span<const hardware::Calibration> calibrations_;
    std::map<Key, ShardTime> known_;
};

} // namespace strata::system
