// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/stage_memory.h"

#include "core/system/model_counts.h"

#include <algorithm>

namespace strata::system {
namespace {

constexpr double kWide = 2.0;     // bytes of activations and weights
constexpr double kGradient = 4.0; // of logits, and of weights where they are summed in 32 bits
constexpr double kMaster = 4.0;   // the 32-bit weight
// NF4 with scales of 64 weights that are quantized themselves (T. Dettmers et al., QLoRA, NeurIPS 2023,
// section 3).
constexpr double kNarrowBase = 0.5 + 0.127 / 8.0;
constexpr double kMask = 1.0; // of dropout, an element

/// Values of one token that every rank of a tensor group keeps, and those that the group shares.
struct TokenBytes {
    double copied = 0, shared = 0;
};

TokenBytes tokenBytes(const TrainingJob& job, const Plan& plan, bool sparse) {
    const workload::TransformerShape& m = job.model;
    const double load = plan.expertLoad(job);
    TokenBytes bytes;
    const double mask = m.dropout ? kMask * m.hidden : 0.0;
    // For the gradient of its weight, a linear layer keeps its input in 16 bits (torchao, float8_linear.py) or as it
    // multiplies it (NVIDIA Transformer Engine, pytorch/module/linear.py).
    const double linear = plan.narrow_inputs ? std::min(kWide, bytesOf(job.precision)) : kWide;
    // Inputs of two norms and of both halves, masks of both.
    bytes.copied = 2.0 * (kWide + linear) * m.hidden + 2.0 * mask;
    const double queries = m.heads * m.head_dim;
    const double keys = m.latent.kv_rank > 0.0 ? 2.0 * queries : 2.0 * m.kv_heads * m.head_dim;
    // What attention makes is kept for attention itself and, below 16 bits, once more for the layer behind it.
    const double made = kWide + (linear < kWide ? linear : 0.0);
    bytes.shared = kWide * (queries + keys) + made * m.heads * m.valueDim();
    const double inner = (m.gated ? 2.0 : 1.0) * kWide + linear;
    if (!sparse) {
        bytes.shared += inner * m.ffn;
    } else {
        // Each chosen expert also keeps the token that it was sent.
        bytes.shared += inner * (load * m.moe.per_token * m.moe.ffn + m.moe.shared_ffn) +
                        linear * load * m.moe.per_token * m.hidden;
    }
    return bytes;
}

/// Scores of one layer: softmax out, its mask, dropout out; fused attention keeps none.
double scoreBytes(const TrainingJob& job, double tokens) {
    if (job.fused_attention) return 0.0;
    const double each = job.model.dropout ? 2.0 * kWide + kMask : kWide;
    return each * job.model.heads * tokens * job.sequence;
}

} // namespace

double layerActivationBytes(const TrainingJob& job, const Plan& plan, bool sparse) {
    const double tokens = plan.micro_batch * job.sequence / plan.cp;
    const double spread = plan.sequence_parallel ? plan.tp : 1.0;
    if (plan.recompute == Recompute::Full) return kWide * tokens * job.model.hidden / spread;
    const TokenBytes bytes = tokenBytes(job, plan, sparse);
    const double scores = plan.recompute == Recompute::None ? scoreBytes(job, tokens) : 0.0;
    return tokens * (bytes.copied / spread + bytes.shared / plan.tp) + scores / plan.tp;
}

double microBatchesInFlight(const TrainingJob& job, const Plan& plan, std::uint32_t stage) {
    const double all = microBatches(job, plan);
    const double p = plan.pp;
    switch (plan.schedule) {
    case Schedule::GPipe: return all;
    case Schedule::Interleaved: {
        const double first = p * (1.0 + (p - 1.0) / (p * plan.interleave));
        return std::min(all, first - 2.0 * stage / plan.interleave);
    }
    case Schedule::OneForwardOneBackward:
    case Schedule::ZeroBubble: break;
    }
    return std::min(all, p - stage);
}

StageMemory stageMemory(const TrainingJob& job, const Plan& plan, std::uint32_t stage) {
    const bool last = stage + 1 == plan.pp;
    const workload::TransformerShape& m = job.model;
    const RankParameters held = rankParameters(job, plan, stage);
    const RankParameters trained = trainedParameters(job, plan, stage);
    // Dense weights have dp x cp copies, an expert dp x cp x tp / ep.
    const double copies = static_cast<double>(plan.dp) * plan.cp;
    const double expert_copies = std::max(1.0, copies * plan.tp / plan.ep);
    const auto sharded = [&](const RankParameters& of, double bytes, bool shards) {
        return bytes * (shards ? of.dense / copies + of.experts / expert_copies : of.total());
    };
    StageMemory memory;
    memory.stage = stage;
    memory.weights_bytes = sharded(held, plan.quantized_base ? kNarrowBase : kWide, plan.zero >= 3);
    if (plan.lora > 0) memory.weights_bytes += kWide * trained.total();
    memory.gradients_bytes = sharded(trained, plan.narrow_gradients ? kWide : kGradient, plan.zero >= 2);
    if (!plan.offload_optimizer)
        memory.optimizer_bytes = sharded(trained, kMaster + stateBytes(plan.optimizer), plan.zero >= 1);

    const double layers = stageLayers(job, plan, stage);
    const double sparse_share = sparseLayers(m) / m.layers;
    const double layer = (1.0 - sparse_share) * layerActivationBytes(job, plan, false) +
                         (sparse_share > 0.0 ? sparse_share * layerActivationBytes(job, plan, true) : 0.0);
    memory.in_flight = microBatchesInFlight(job, plan, stage);
    // On the host but for the layer at work and the one on its way.
    memory.activations_bytes = plan.offload_activations ? 2.0 * layer : layers * memory.in_flight * layer;

    const double tokens = plan.micro_batch * job.sequence / plan.cp;
    // The layer that is computed again keeps everything for a moment.
    Plan kept = plan;
    kept.recompute = Recompute::None;
    if (plan.recompute == Recompute::Full) memory.buffers_bytes += layerActivationBytes(job, kept, sparse_share > 0.0);
    if (plan.recompute == Recompute::Selective) memory.buffers_bytes += scoreBytes(job, tokens) / plan.tp;
    if (last) memory.buffers_bytes += (kGradient + kWide) * tokens * m.vocab / plan.tp;
    // Two layers' weights at once: one in use, one on its way; without copies nothing is gathered.
    if (plan.zero >= 3 && copies > 1.0) memory.buffers_bytes += 2.0 * kWide * held.total() / std::max(1.0, layers);
    if (plan.pp > 1) memory.buffers_bytes += 2.0 * kWide * tokens * m.hidden;
    return memory;
}

double hostBytes(const TrainingJob& job, const Plan& plan, std::uint32_t stage) {
    Plan on_device = plan;
    on_device.offload_optimizer = on_device.offload_activations = false;
    const StageMemory all = stageMemory(job, on_device, stage);
    double bytes = plan.offload_optimizer ? all.optimizer_bytes : 0.0;
    // The layer at work and the one on its way are in both places.
    if (plan.offload_activations) bytes += all.activations_bytes;
    return bytes;
}

StageMemory fullestStage(const TrainingJob& job, const Plan& plan) {
    StageMemory fullest = stageMemory(job, plan, 0);
    const auto compare = [&](std::uint32_t stage) {
        const StageMemory other = stageMemory(job, plan, stage);
        if (other.total() > fullest.total()) fullest = other;
    };
    // Of an even cut, the stages between only hold fewer micro-batches than the one before.
    if (plan.pp > 1) compare(1), compare(plan.pp - 1);
    for (std::uint32_t stage = 2; stage + 1 < plan.pp && !plan.stage_layers.empty(); ++stage)
        compare(stage);
    return fullest;
}

} // namespace strata::system
