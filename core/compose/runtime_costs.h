// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/calibration/calibration.h"
#include "core/hardware/gpu/gpu.h"

#include <span>
#include <string>

namespace strata::compose {

/// What lies between kernels and the model on one device under one runtime, resolved from calibrations.
struct RuntimeCosts {
    double launch_s = 0;           ///< host time of one eager operator: interpreter, dispatcher, launch
    double launch_spread = 0;      ///< of its logarithm between hosts, standard deviation
    double compiled_launch_s = 0;  ///< the same where generated code calls the kernel
    double prompt_launch_s = 0;    ///< host time to start one kernel of a pass with prompts; 0: replayed as well
    double prompt_latent_s = 0;    ///< of such a pass, more for each layer of latent attention: views, splits, copies
    double prompt_experts_s = 0;   ///< more for each layer of experts where no call of a library starts all of it
    bool one_call_experts = false; ///< a call of a library starts all of a layer of experts of 8 bits or more
    double queue_depth = 1024;     ///< launches that the host may be ahead of the device
    bool graph_replay = false;     ///< launches come from a captured graph: the host costs nothing per kernel
    double gap_s = 0;              ///< device idle between two kernels that are ready
    /// Of a replayed graph: a kernel starts while its predecessor drains, at most its fixed part.
    double hidden_start_s = 0;
    /// Of a replayed graph: what the engine's experts lack of the measured ones' fixed part.
    double hidden_experts_share = 0;
    double step_s = 0;            ///< host work once a pass: Python, scheduler, sampling set-up
    double synchronisation_s = 0; ///< once a pass: the host waits for the stream
    double allocation_s = 0;      ///< once an operator whose output the allocator has to find room for
    double producer_hit = 0;      ///< share of an activation that stays in L2 for its consumer when it fits

    std::string engine; ///< as calibrations call it
    /// Once a pass for each sequence of the batch: what the host notes of it. Boards draw meanwhile what they draw
    /// under kernels (measured by ml-energy/leaderboard, v3).
    double step_per_sequence_s = 0;
    double device_per_sequence_s = 0; ///< the same on the device: no schedule hides it
    /// The host prepares an iteration while the one before it runs: an iteration takes the longer of the two.
    bool hides_host = false;
    double request_s = 0;             ///< once a request: its way to the scheduler, and that of its first token back,
    double request_per_token_s = 0;   ///< and more for each token of its prompt
    double all_reduce_s = 0;          ///< custom all-reduce of the engine: latency,
    double all_reduce_rank_s = 0;     ///< more of it for each rank,
    double all_reduce_two_shot_s = 0; ///< the second step of its bandwidth-saving form,
    double all_reduce_share = 0.7;    ///< share of the links' bandwidth that it reaches,
    double all_reduce_skew_s = 0;     ///< and inside a model, per doubling of the ranks: wait for the last one
    double memory_share = 1;          ///< of the device's memory that the runtime uses at most
    double reserved_bytes = 0;        ///< of it for the context, its libraries and captured graphs

    /// Host work of a pass over `sequences`, beyond starting kernels.
    double hostSeconds(double sequences) const { return step_s + step_per_sequence_s * sequences; }
    /// What a pass takes beyond its kernels where nothing is hidden: for the device's part alone where it is.
    double besideKernels(double sequences) const {
        return device_per_sequence_s * sequences + (hides_host ? 0.0 : hostSeconds(sequences));
    }
    /// No pass is shorter.
    double shortestPass(double sequences) const { return hides_host ? hostSeconds(sequences) : 0.0; }
};

/// SGLang takes 82.6 ms for a prompt of one token of DeepSeek-V3, whose pass is 1756 kernels, and 23 ms where a graph
/// is replayed instead (sgl-project/sglang, pull request 12160).
inline constexpr double kPromptLaunchSeconds = 82.6e-3 / 1756;
/// Splits and copies of a layer of latent attention that graphs do not count; assumed.
inline constexpr double kPromptLatentSeconds = 10 * kPromptLaunchSeconds;

/// Costs of the runtime that gpu.engine names ("pytorch" where it names none), in the version that gpu.runtime tells
/// of. Coefficients that no calibration has keep their documented starting values.
RuntimeCosts runtimeCosts(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations);

/// Time of an all-reduce of `bytes` over `ranks` devices of one node by the engine's own kernel. One-shot kernels fetch
/// all other ranks' data, (n - 1) bytes; two-shot ones reduce-scatter and all-gather, 2 (n - 1) / n bytes (the bound of
/// Patarasuk and Yuan 2009). Engines take the faster. Measured back to back, so without waiting for late ranks. A kernel
/// passes the links once, a two-shot one twice, and each time `further_step_s` later than over usual links.
double allReduceSeconds(const RuntimeCosts& costs, const hardware::Gpu& gpu, double bytes, double ranks,
                        double further_step_s = 0.0);

} // namespace strata::compose
