// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/system/cluster_links.h"
#include "core/system/layer_time.h"

#include <vector>

namespace strata::system {

/// Seconds that a step is made of before any coefficient: the same for the answer to a request and for the
/// fit.
struct StepTerms {
    // One micro-batch through all layers of the model, of which a stage has its share, and through words and
    // head.
    PassTime layers, head;
    double recompute_s = 0;   ///< forward passes that run again
    KernelKinds recompute;    ///< of them
    double tensor_s = 0;      ///< collectives of the tensor group
    double context_s = 0;     ///< keys and values that attention does not hide
    double expert_s = 0;      ///< all-to-alls
    bool experts_far = false; ///< and they leave the node
    // One micro-batch through one stage.
    double send_s = 0;   ///< activations, or gradients, to the next stage
    double gather_s = 0; ///< ZeRO-3: weights gathered twice, gradients scattered
    // Once a step.
    double sync_s = 0;        ///< of gradients, and of weights behind a sharded optimizer
    double far_experts_s = 0; ///< of sync_s, experts' gradients and weights between nodes
    double optimizer_s = 0;
    double host_update_s = 0; ///< of an optimizer on the host, and its copies
    double offload_s = 0;     ///< of one micro-batch's activations of all layers, to the host and back
    bool overlaps_gradients = true, overlaps_gather = true, overlaps_experts = false;
    bool overlaps_tensor = false, overlaps_sends = false;

    double devices = 1; ///< that step together
    bool fused_attention = true;
    bool ported_attention = false; ///< and the device's tensor cores are asynchronous
    double micro_batches = 1, stages = 1, chunks = 1;
    double layer_passes = 0;    ///< of one micro-batch: every layer forward and backward, and forward again
    double stage_share = 1;     ///< of the layers that the fullest stage has
    double last_share = 1;      ///< of the layers that the last stage has, beside the head
    double last_heads = 1;      ///< time of the head on the last stage over that on the cluster's devices
    double all_share = 1;       ///< sum over stages; more than 1 where some are slower
    std::vector<double> shares; ///< by stage, where the plan states layers or speeds
    Schedule schedule = Schedule::OneForwardOneBackward;
};

/// What frameworks lose against kernels and links by themselves; fitted by `strata-lab calibrate training`.
struct StepCoefficients {
    double compute = 1.0;  ///< time of kernels inside a step over their own: clocks, stragglers, what is not listed
    double link = 1.0;     ///< time of collectives inside a step over their own
    double exchange = 1.0; ///< share of the all-to-alls that experts do not hide
    double overlap = 0.9;  ///< share of the gradient sync that may run beside the backward pass
    double gather_overlap = 0.9;     ///< share of ZeRO-3's collectives that may run beside the kernels
    double slowdown = 0.15;          ///< of compute while collectives run, which is published for NVLink (MODELS)
    double layer_host_s = 0;         ///< of the host for one pass through one layer: a device that is faster waits
    double message_s = 0;            ///< for which host and device wait for one another at a message between stages
    double step_s = 0;               ///< host work of a step
    double experts_streamed = 1.0;   ///< time of what streams experts' tokens through memory over fused kernels'
    double experts_network = 1.0;    ///< time of experts' collectives between nodes over those inside
    double attention = 1.0;          ///< time of fused attention over that of the kernels that inference runs
    double attention_backward = 1.0; ///< of its backward pass, over the same rate as forward (T. Dao, FlashAttention-2,
                                     ///< ICLR 2024, figures 4 to 6: it is lower)
    double scores = 1.0;             ///< time of attention whose scores go through memory over its kernels'
    double unaligned = 0.0;          ///< of its products' time, what each further load of an unaligned row adds
    double narrow = 0.0;             ///< columns: products take 1 + narrow g (1/M + 1/N + 1/K) times as long
    double expert_rows = 0.0;        ///< rows: experts' products take 1 + expert_rows g / (rows of an expert)
    double ported = 1.5;             ///< time of fused attention written for synchronous tensor cores, on asynchronous
                                     ///< ones (J. Shah et al., FlashAttention-3, NeurIPS 2024: 1.5 to 2 forward)
    double tensor_overlap = 0.7;     ///< share of the tensor group's collectives that may run beside its products
    double growth = 0.0;             ///< of the step's time with each doubling of devices beyond eight
};

/// An iteration, by parts that add up.
struct StepTime {
    double compute_s = 0, recompute_s = 0, launch_s = 0;
    double tensor_s = 0, context_s = 0, expert_s = 0;
    double send_s = 0, bubble_s = 0;
    double data_s = 0;     ///< exposed gradient sync, gathers of ZeRO-3
    double slowdown_s = 0; ///< compute beside collectives
    double optimizer_s = 0, host_s = 0;
    double rollout_s = 0, rollout_wait_s = 0, scoring_s = 0, reshard_s = 0; ///< of reinforcement learning, see RlTime
    double hidden_s = 0;     ///< of communication, by kernels that run beside it: no part of seconds()
    double offload_s = 0;    ///< copies to and from the host that nothing hides, and the host's update
    double stragglers_s = 0; ///< waiting for the slowest of many devices; grows with their number

    double seconds() const {
        return compute_s + recompute_s + launch_s + tensor_s + context_s + expert_s + send_s + bubble_s + data_s +
               slowdown_s + optimizer_s + host_s + offload_s + rollout_s + rollout_wait_s + scoring_s + reshard_s +
               stragglers_s;
    }
    double exposed_s() const { return tensor_s + context_s + expert_s + send_s + data_s + reshard_s; }
    double communication_s() const { return exposed_s() + hidden_s; }
};

/// Kernel times are shared between plans by `timer`. Needs checkPlan().
StepTerms stepTerms(const TrainingJob& job, const Plan& plan, ShardTimer& timer, const ClusterLinks& links);

/// Seconds of one micro-batch on stages with a share of the layers and perhaps the head: of the device, and
/// by how much the host takes longer.
struct StagePace {
    double device_s = 0, wait_s = 0;
    double forward_s = 0;  ///< of seconds(), the forward pass
    double weight_s = 0;   ///< of seconds(), gradients of weights
    double exchange_s = 0; ///< of device_s, all-to-alls that nothing hides
    double offload_s = 0;  ///< copies that device_s does not hide
    double seconds() const { return device_s + wait_s + offload_s; }
};
StagePace stagePace(const StepTerms& terms, const StepCoefficients& coefficients, double share, double heads);

/// Of an even cut, the stages with a layer more than the last one: the first ones.
double fullStages(const StepTerms& terms);

/// Of all-to-alls of a micro-batch in all layers, hidden or not.
double exchangeSeconds(const StepTerms& terms, const StepCoefficients& coefficients);

/// Of the tensor group's collectives of a micro-batch in all layers, what nothing hides, and what they slow.
double tensorSeconds(const StepTerms& terms, const StepCoefficients& coefficients);

/// Of one message between stages, with what host and device wait for.
double messageSeconds(const StepTerms& terms, const StepCoefficients& coefficients);

/// T = m x slowest stage + bubble + sends + exposed sync + optimizer + host. Bubbles and sends are what
/// oneForwardOneBackward() or zeroBubble() add to the slowest stage's time; of GPipe and interleaved
/// schedules, what the other stages take for one micro-batch / v, which is (p - 1) x mean stage / v for even
/// stages (D. Narayanan et al., SC 2021, section 2.2).
StepTime stepTime(const StepTerms& terms, const StepCoefficients& coefficients);

} // namespace strata::system
