// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/step_time.h"

#include "core/system/model_counts.h"
#include "core/system/pipeline_time.h"
#include "core/system/stage_memory.h"
#include "core/system/step_collectives.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace strata::system {
namespace {

using network::Collective;

constexpr double kWide = 2.0; // bytes of activations and gathered weights
// Gradient and 32-bit weight read, this and the 16-bit weight written; moments both on top.
constexpr double kUpdateBytes = 14.0;
constexpr double kStreamShare = 0.85;   // of memory bandwidth that a fused update reaches
constexpr double kMatrixShare = 0.5;    // of the peak that products of an optimizer reach
constexpr double kHostBytesPerS = 25e9; // a device's share of its host's memory: eight share 200 GB/s

/// Ring attention: keys and values go around while the attention to the last ones is computed (H. Liu et al.,
/// Ring Attention, ICLR 2024); the backward pass sends their gradients as well.
double contextSeconds(const TrainingJob& job, const Plan& plan, double attention_s, const ClusterLinks& links) {
    if (plan.cp == 1) return 0.0;
    const workload::TransformerShape& m = job.model;
    const double bytes = contextBytes(job, plan);
    const double around = m.layers * (plan.cp - 1.0) * links.seconds(Collective::SendRecv, 2.0, plan.tp, bytes);
    const bool outside = links.crossesNodes(plan.cp, plan.tp);
    const double slowest =
        outside ? m.layers * (plan.cp - 1.0) * links.sendSeconds(static_cast<double>(plan.tp) * plan.cp, bytes)
                : around;
    constexpr double kBackward = 2.0;
    return (communicatingPasses(plan) - 1.0) * std::max(0.0, slowest - attention_s) +
           std::max(0.0, kBackward * slowest - 2.5 * attention_s);
}

void setShares(const TrainingJob& job, const Plan& plan, StepTerms& terms) {
    const double layers = job.model.layers;
    if (plan.stage_layers.empty() && plan.stage_speeds.empty()) {
        terms.stage_share = stageLayers(job, plan, 0) / layers;
        terms.last_share = std::floor(layers / plan.pp) / layers;
        return;
    }
    terms.all_share = terms.stage_share = 0.0;
    for (std::uint32_t stage = 0; stage < plan.pp; ++stage) {
        const double share = stageLayers(job, plan, stage) / layers / plan.speedOf(stage);
        terms.shares.push_back(share);
        terms.all_share += share;
        if (stage + 1 < plan.pp) terms.stage_share = std::max(terms.stage_share, share);
    }
    terms.last_share = terms.shares.back();
    terms.last_heads = 1.0 / plan.speedOf(plan.pp - 1);
}

/// Five steps of 4 m^2 n + 2 m^3 FLOP on a matrix of m x n make it orthogonal (K. Jordan et al., 2024).
double orthogonalFlop(double weights, double hidden) {
    constexpr double kSteps = 5.0;
    return kSteps * 6.0 * hidden * weights;
}

void setUpdate(const TrainingJob& job, const Plan& plan, double updated, const ShardTimer& timer, StepTerms& terms) {
    const double moved = kUpdateBytes + 2.0 * stateBytes(plan.optimizer);
    if (plan.offload_optimizer) {
        // Gradients down and weights up in 16 bits; the host's update at its share of memory bandwidth.
        terms.host_update_s = updated * (2.0 * kWide / plan.host_link_bytes_per_s + moved / kHostBytesPerS);
        return;
    }
    terms.optimizer_s = moved * updated / (kStreamShare * timer.gpu().memory_bytes_per_s);
    if (plan.optimizer != Optimizer::Muon) return;
    const double peak = timer.gpu().peak(NumberType::Bf16);
    if (peak > 0.0) terms.optimizer_s += orthogonalFlop(updated, job.model.hidden) / (kMatrixShare * peak);
}

/// Activations to the host and back; weights that do not learn widened from 4 bits in both passes.
void setCopies(const TrainingJob& job, const Plan& plan, const RankParameters& held, const hardware::Gpu& gpu,
               StepTerms& terms) {
    if (plan.offload_activations) {
        const double sparse = sparseLayers(job.model);
        const double bytes = (job.model.layers - sparse) * layerActivationBytes(job, plan, false) +
                             (sparse > 0.0 ? sparse * layerActivationBytes(job, plan, true) : 0.0);
        terms.offload_s = 2.0 * bytes / plan.host_link_bytes_per_s;
    }
    if (!plan.quantized_base) return;
    constexpr double kNarrow = 0.5;
    const double all = held.total() * job.model.layers / stageLayers(job, plan, 0);
    const double widen_s = (kNarrow + 2.0 * kWide) * all / (kStreamShare * gpu.memory_bytes_per_s);
    terms.layers.forward_s += widen_s;
    terms.layers.backward_s += widen_s;
}

} // namespace

StepTerms stepTerms(const TrainingJob& job, const Plan& plan, ShardTimer& timer, const ClusterLinks& links) {
    const ShardTime& shard = timer(job, plan);
    StepTerms terms;
    terms.layers = shard.layers;
    terms.head = shard.head;
    terms.schedule = plan.schedule;
    terms.micro_batches = microBatches(job, plan);
    terms.stages = plan.pp;
    terms.layer_passes = job.model.layers * communicatingPasses(plan);
    terms.chunks = plan.chunks();
    setShares(job, plan, terms);
    terms.overlaps_gradients = plan.overlap_gradients;
    terms.overlaps_gather = plan.overlap_gather;
    terms.overlaps_experts = plan.overlapsExperts();
    terms.overlaps_tensor = plan.overlapsTensor();
    terms.overlaps_sends = plan.overlapsSends();
    terms.devices = plan.devices();
    terms.fused_attention = job.fused_attention;
    terms.ported_attention = job.ported_attention && timer.gpu().asynchronous_tensor_cores;
    if (plan.recompute == Recompute::Full) {
        terms.recompute_s = shard.layers.forward_s;
        terms.recompute = shard.layers.forward;
    }
    // The whole of attention between its linear layers (V. Korthikanti et al., MLSys 2023, section 5); fused kernels
    // keep no scores and do so within their backward pass anyhow.
    if (plan.recompute == Recompute::Selective && !job.fused_attention) {
        terms.recompute_s = shard.layers.attention_s;
        terms.recompute.attention_s = shard.layers.forward.attention_s;
        terms.recompute.unaligned_s = shard.layers.forward.unaligned_s;
    }
    terms.tensor_s = secondsOf(tensorCollectives(job, plan), links);
    terms.context_s = contextSeconds(job, plan, shard.layers.attention_s, links);
    terms.expert_s = secondsOf(expertCollectives(job, plan, links), links);
    terms.experts_far = links.crossesNodes(plan.ep, 1.0);
    if (plan.pp > 1) terms.send_s = links.sendSeconds(plan.devices() / plan.pp, stageBytes(job, plan));
    const RankParameters held = rankParameters(job, plan, 0);
    const RankParameters trained = trainedParameters(job, plan, 0);
    const WeightCopies copies = weightCopies(plan);
    const auto onCopies = [&](const RankParameters& weights, const RankParameters& learning) {
        return secondsOf(dataCollectives(job, plan, weights, learning), links);
    };
    if (plan.zero >= 3) {
        terms.gather_s = onCopies(held, trained);
    } else {
        terms.sync_s = onCopies(held, trained);
        if (links.crossesNodes(copies.experts, copies.experts_stride))
            terms.far_experts_s = onCopies({0.0, held.experts}, {0.0, trained.experts});
    }
    const double updated =
        plan.zero >= 1 ? trained.dense / copies.dense + trained.experts / copies.experts : trained.total();
    setUpdate(job, plan, updated, timer, terms);
    setCopies(job, plan, held, timer.gpu(), terms);
    return terms;
}

namespace {

constexpr double kGrowthFrom = 8.0; // devices: one node

/// What coefficients add to a pass: attention at rates of its own, narrow products, experts with few rows.
double addedSeconds(const StepTerms& t, const StepCoefficients& c, const KernelKinds& kinds, double attention) {
    const double factor = t.fused_attention ? attention * (t.ported_attention ? c.ported : 1.0) : c.scores;
    return (factor - 1.0) * kinds.attention_s + factor * c.unaligned * kinds.unaligned_s + c.narrow * kinds.narrow_s +
           c.expert_rows * kinds.rows_s;
}

/// Times of the passes with what coefficients add.
PassTime withKinds(const StepTerms& t, const StepCoefficients& c, PassTime time) {
    time.forward_s += addedSeconds(t, c, time.forward, c.attention);
    time.backward_s += addedSeconds(t, c, time.backward, c.attention * c.attention_backward);
    time.weight_s += addedSeconds(t, c, time.weight, 1.0);
    return time;
}

/// Kernels of all layers, forward and backward.
double kernelSeconds(const PassTime& layers, const StepCoefficients& c) {
    return c.compute * (layers.total() - layers.launch_s + (c.experts_streamed - 1.0) * layers.streamed_s);
}

double recomputeSeconds(const StepTerms& t, const StepCoefficients& c) {
    return c.compute * (t.recompute_s + addedSeconds(t, c, t.recompute, c.attention));
}

/// Messages that nobody hides, as the pipeline followed message by message has them. Filling and emptying
/// pass all stages. Interleaved, filling
/// passes all stages of every chunk; later the pass of another micro-batch through a chunk hides as much of a
/// message as it takes: exact up to a chunk's forward pass, within some percent beyond.
double sendSeconds(const StepTerms& t, double message_s, double pace_s) {
    if (t.chunks <= 1.0) return 2.0 * (t.stages - 1.0) * message_s;
    const double exposed_s = std::max(0.0, message_s - pace_s / (2.0 * t.chunks));
    const double later = std::max(0.0, t.micro_batches - t.stages);
    return 2.0 * (t.stages * t.chunks - 1.0) * message_s + later * t.chunks * exposed_s;
}

} // namespace

double exchangeSeconds(const StepTerms& t, const StepCoefficients& c) {
    return c.link * c.exchange * (t.experts_far ? c.experts_network : 1.0) * t.expert_s;
}

namespace {

/// Of the tensor group's collectives, what runs beside its products.
double hiddenTensorSeconds(const StepTerms& t, const StepCoefficients& c) {
    if (!t.overlaps_tensor) return 0.0;
    return std::min(std::min(1.0, c.tensor_overlap) * c.link * t.tensor_s, kernelSeconds(withKinds(t, c, t.layers), c));
}

} // namespace

double tensorSeconds(const StepTerms& t, const StepCoefficients& c) {
    return c.link * t.tensor_s - (1.0 - c.slowdown) * hiddenTensorSeconds(t, c);
}

double messageSeconds(const StepTerms& t, const StepCoefficients& c) {
    return c.link * t.send_s + (t.overlaps_sends ? 0.0 : c.message_s);
}

StagePace stagePace(const StepTerms& t, const StepCoefficients& c, double share, double heads) {
    const PassTime layers = withKinds(t, c, t.layers), head = withKinds(t, c, t.head);
    const double recompute_s = recomputeSeconds(t, c);
    const double kernels_s = kernelSeconds(layers, c) + recompute_s;
    double exchange_s = exchangeSeconds(t, c);
    if (t.overlaps_experts) exchange_s = std::max(0.0, exchange_s - kernels_s);
    const double layers_s = kernels_s + layers.launch_s + tensorSeconds(t, c) + c.link * t.context_s + exchange_s;
    const double head_s = c.compute * (head.total() - head.launch_s) + head.launch_s;
    StagePace pace;
    pace.exchange_s = share * exchange_s;
    pace.device_s = share * layers_s + heads * head_s;
    pace.wait_s = std::max(0.0, share * t.layer_passes * c.layer_host_s - pace.device_s);
    pace.offload_s = std::max(0.0, share * t.offload_s - pace.device_s);
    // Kernels in their own passes; all else in the proportion of both.
    const double both = layers.forward_s + layers.backward_s + layers.weight_s;
    const double forward_share = both > 0.0 ? layers.forward_s / both : 0.5;
    const double named_s = share * (c.compute * both + recompute_s) +
                           heads * c.compute * (head.forward_s + head.backward_s + head.weight_s);
    pace.forward_s =
        c.compute * (share * layers.forward_s + heads * head.forward_s) + forward_share * (pace.seconds() - named_s);
    pace.weight_s = c.compute * (share * layers.weight_s + heads * head.weight_s);
    return pace;
}

namespace {

StageGroup groupOf(double count, const StagePace& pace) {
    return {count, pace.forward_s, pace.seconds() - pace.forward_s, pace.weight_s};
}

/// What a schedule takes beside the slowest stage's own time: waiting, and messages.
struct Beside {
    double bubble_s = 0.0, send_s = 0.0;
};

Beside besideStages(std::span<const StageGroup> groups, const StepTerms& t, double own_s, double message_s) {
    const auto follow = t.schedule == Schedule::ZeroBubble ? zeroBubble : oneForwardOneBackward;
    const double silent_s = follow(groups, t.micro_batches, 0.0);
    return {std::max(0.0, silent_s - own_s), follow(groups, t.micro_batches, message_s) - silent_s};
}

/// Even cuts have full stages, others, and the last with the head; stated ones have any.
Beside besideStages(const StepTerms& t, const StepCoefficients& c, const StagePace& full, const StagePace& last,
                    double own_s, double message_s) {
    if (t.shares.empty()) {
        const double fuller = fullStages(t);
        const double others = t.stages - 1.0 - fuller;
        std::array<StageGroup, 3> groups;
        std::size_t count = 0;
        if (fuller > 0.0) groups[count++] = groupOf(fuller, full);
        if (others > 0.0) groups[count++] = groupOf(others, stagePace(t, c, t.last_share, 0.0));
        groups[count++] = groupOf(1.0, last);
        return besideStages({groups.data(), count}, t, own_s, message_s);
    }
    std::vector<StageGroup> groups;
    for (std::size_t s = 0; s + 1 < t.shares.size(); ++s) {
        if (s > 0 && t.shares[s] == t.shares[s - 1]) {
            ++groups.back().count;
        } else {
            groups.push_back(groupOf(1.0, stagePace(t, c, t.shares[s], 0.0)));
        }
    }
    groups.push_back(groupOf(1.0, last));
    return besideStages(groups, t, own_s, message_s);
}

} // namespace

double fullStages(const StepTerms& t) {
    const double spare = t.stage_share - t.last_share;
    const double full = spare > 0.0 ? std::round((1.0 - t.stages * t.last_share) / spare) : 0.0;
    return std::clamp(full, 0.0, t.stages - 1.0);
}

StepTime stepTime(const StepTerms& t, const StepCoefficients& c) {
    const double m = t.micro_batches;
    // The slowest stage sets the pace: a full one, or the last with the head.
    const StagePace last = stagePace(t, c, t.last_share, t.last_heads);
    const StagePace full = stagePace(t, c, t.stage_share, 0.0);
    const bool last_is_slowest = t.stages == 1.0 || last.seconds() > full.seconds();
    const StagePace& pace = last_is_slowest ? last : full;
    const double share = last_is_slowest ? t.last_share : t.stage_share;
    const double heads = last_is_slowest ? t.last_heads : 0.0;

    StepTime step;
    const PassTime layers = withKinds(t, c, t.layers), head = withKinds(t, c, t.head);
    step.compute_s = m * (share * kernelSeconds(layers, c) + heads * c.compute * (head.total() - head.launch_s));
    step.recompute_s = m * share * recomputeSeconds(t, c);
    step.launch_s = m * (share * t.layers.launch_s + heads * t.head.launch_s);
    step.tensor_s = m * share * tensorSeconds(t, c);
    step.context_s = m * c.link * share * t.context_s;
    step.expert_s = m * pace.exchange_s;
    step.host_s = c.step_s + m * pace.wait_s;
    step.offload_s = m * pace.offload_s + t.host_update_s;

    const double message_s = messageSeconds(t, c);
    const bool mixes = t.schedule == Schedule::OneForwardOneBackward || t.schedule == Schedule::ZeroBubble;
    if (t.stages > 1.0 && mixes) {
        const Beside beside = besideStages(t, c, full, last, m * pace.seconds(), message_s);
        step.bubble_s = beside.bubble_s;
        step.send_s = beside.send_s;
    } else if (t.stages > 1.0) {
        const double others_s = stagePace(t, c, t.all_share, t.last_heads).seconds() - pace.seconds();
        step.bubble_s = std::max(0.0, others_s) / t.chunks;
        step.send_s = sendSeconds(t, message_s, pace.seconds());
    }

    const double stage_s = step.compute_s + step.recompute_s;
    const double gather_s = m * c.link * t.gather_s;
    const double gather_overlap = t.overlaps_gather ? std::min(1.0, c.gather_overlap) : 0.0;
    const double hidden_gather_s = std::min(gather_overlap * gather_s, stage_s);
    const double sync_s = c.link * (t.sync_s + (c.experts_network - 1.0) * t.far_experts_s);
    const double window_s = c.compute * (share * (layers.backward_s + layers.weight_s));
    const double overlap = t.overlaps_gradients ? std::min(1.0, c.overlap) : 0.0;
    const double hidden_sync_s = std::min(overlap * sync_s, window_s);
    step.data_s = gather_s - hidden_gather_s + sync_s - hidden_sync_s;
    step.slowdown_s = c.slowdown * (hidden_gather_s + hidden_sync_s);
    step.hidden_s = hidden_gather_s + hidden_sync_s + m * (share * exchangeSeconds(t, c) - pace.exchange_s) +
                    m * share * hiddenTensorSeconds(t, c);
    step.optimizer_s = c.compute * t.optimizer_s;
    // Published pretraining benchmarks of three sizes or more grow by .4 to .9 % with each doubling of devices.
    step.stragglers_s = c.growth * std::max(0.0, std::log2(t.devices / kGrowthFrom)) * step.seconds();
    return step;
}

} // namespace strata::system
