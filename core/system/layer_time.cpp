// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/layer_time.h"

#include "core/gpu/power/power.h"
#include "core/gpu/products/tile_model.h"
#include "core/system/model_counts.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <variant>

namespace strata::system {
namespace {

// Layers that follow one another, so that host and device reach their steady state.
constexpr double kRepeats = 8.0;

// Rows of a multiple of 16 bytes are loaded 16 bytes at a time, others in the largest power of two that divides them:
// what tensor cores' loads need (NVIDIA, Matrix Multiplication Background User's Guide, section 4).
constexpr double kAlignedBytes = 16.0;
// 16-bit peak of the device at which the widths of narrow products are counted: a faster one needs more work in flight.
constexpr double kPeakOfWidths = 312e12;

double reciprocal(double size) { return 1.0 / std::max(1.0, size); }

/// What the coefficients of a step scale of an operator that takes `device_s`.
KernelKinds kindsOf(const workload::Operator& op, double device_s, double width_scale) {
    KernelKinds kinds;
    const bool attention = isAttentionCore(op);
    if (attention) kinds.attention_s = device_s;
    if (const auto* product = std::get_if<workload::Matmul>(&op.kernel.shape)) {
        if (attention) {
            // Of scores and context alike, the size of a head is the smaller of n and k.
            const double row_bytes = std::min(product->n, product->k) * bytesOf(op.kernel.a);
            double piece = kAlignedBytes;
            while (piece > 1.0 && std::fmod(row_bytes, piece) != 0.0)
                piece /= 2.0;
            kinds.unaligned_s = device_s * (kAlignedBytes / piece - 1.0);
        } else {
            kinds.narrow_s =
                device_s * width_scale * (reciprocal(product->m) + reciprocal(product->n) + reciprocal(product->k));
        }
    }
    if (const auto* experts = std::get_if<workload::Moe>(&op.kernel.shape)) {
        const double rows = experts->tokens * experts->top_k / std::max(1.0, experts->experts);
        kinds.rows_s = device_s * width_scale * reciprocal(rows);
    }
    return kinds;
}

} // namespace

KernelKinds& KernelKinds::operator+=(const KernelKinds& other) {
    attention_s += other.attention_s;
    unaligned_s += other.unaligned_s;
    narrow_s += other.narrow_s;
    rows_s += other.rows_s;
    return *this;
}

KernelKinds KernelKinds::times(double factor) const {
    return {attention_s * factor, unaligned_s * factor, narrow_s * factor, rows_s * factor};
}

PassTime& PassTime::operator+=(const PassTime& other) {
    forward_s += other.forward_s;
    backward_s += other.backward_s;
    weight_s += other.weight_s;
    launch_s += other.launch_s;
    attention_s += other.attention_s;
    streamed_s += other.streamed_s;
    energy_j += other.energy_j;
    forward += other.forward;
    backward += other.backward;
    weight += other.weight;
    return *this;
}

PassTime PassTime::times(double factor) const {
    return {forward_s * factor,     backward_s * factor, weight_s * factor, launch_s * factor,
            attention_s * factor,   streamed_s * factor, energy_j * factor, forward.times(factor),
            backward.times(factor), weight.times(factor)};
}

ShardTimer::ShardTimer(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations,
                       gpu::KernelPredictor predict)
    : gpu_(gpu), predict_(std::move(predict)), costs_(compose::runtimeCosts(gpu, calibrations)),
      idle_w_(gpu::idlePower(gpu, calibrations)), calibrations_(calibrations) {
    if (predict_) return;
    predict_ = [model = std::make_shared<const gpu::TileModel>(gpu::makeTileModel(gpu, calibrations))](
                   const workload::Kernel& kernel) { return gpu::predict(*model, kernel); };
}

ShardTimer::Key ShardTimer::keyOf(const TrainingJob& job, const Plan& plan) {
    const workload::TransformerShape& m = job.model;
    const double flags = (plan.sequence_parallel ? 1 : 0) + (job.block_scaled ? 2 : 0) + (job.fused_attention ? 4 : 0) +
                         (m.gated ? 8 : 0) + (m.dropout ? 16 : 0) + (m.norm == "rmsnorm" ? 32 : 0) +
                         (m.position == "rotary" ? 64 : 0) + (plan.lora > 0 ? 128 : 0);
    return {m.hidden,
            m.heads,
            m.kv_heads,
            m.head_dim,
            m.ffn,
            m.vocab,
            m.layers,
            m.moe.experts,
            m.moe.per_token,
            m.moe.ffn + 1e7 * m.moe.shared_ffn,
            m.moe.dense_layers,
            m.latent.kv_rank,
            m.latent.query_rank,
            m.window,
            m.windowed_layers,
            job.sequence,
            static_cast<double>(job.precision),
            flags,
            static_cast<double>(plan.tp),
            static_cast<double>(plan.cp),
            static_cast<double>(plan.ep),
            static_cast<double>(plan.micro_batch),
            plan.expertLoad(job)};
}

PassTime ShardTimer::timeOf(const workload::ModelGraph& graph, double copies) const {
    const compose::ComposedTime composed = compose::compose(gpu_, graph, costs_, calibrations_, predict_);
    PassTime time;
    const double peak = std::max(gpu_.peak(NumberType::Bf16), gpu_.peak(NumberType::Fp16));
    const double width_scale = std::sqrt(peak / kPeakOfWidths);
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const workload::Operator& op = graph.operators[i];
        const compose::OperatorTime& spent = composed.operators[i];
        const double device_s = (spent.total() - spent.launch_s) / copies;
        time.launch_s += spent.launch_s / copies;
        time.energy_j += op.count * spent.kernel.energy_j / copies;
        const KernelKinds kinds = kindsOf(op, device_s, width_scale);
        switch (op.pass) {
        case workload::Pass::Forward:
            time.forward_s += device_s;
            time.forward += kinds;
            break;
        case workload::Pass::BackwardInput:
            time.backward_s += device_s;
            time.backward += kinds;
            break;
        case workload::Pass::BackwardWeight:
        case workload::Pass::Optimizer:
            time.weight_s += device_s;
            time.weight += kinds;
            break;
        }
        if (op.pass == workload::Pass::Forward && isAttentionCore(op)) time.attention_s += device_s;
        if (isExpertStream(op)) time.streamed_s += device_s;
    }
    return time;
}

const ShardTime& ShardTimer::operator()(const TrainingJob& job, const Plan& plan) {
    const Key key = keyOf(job, plan);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    const workload::TransformerShape& m = job.model;
    const double sparse = sparseLayers(m);
    const double windowed = m.window > 0.0 ? std::min(m.layers, m.windowed_layers) : 0.0;
    ShardTime shard;
    // Windows are spread evenly over dense and sparse layers.
    for (const bool is_sparse : {false, true}) {
        const double kind = is_sparse ? sparse : m.layers - sparse;
        for (const double window : {0.0, m.window}) {
            const double layers = kind * (window > 0.0 ? windowed : m.layers - windowed) / m.layers;
            if (layers <= 0.0 || (window == 0.0 && windowed == m.layers)) continue;
            shard.layers += timeOf(layerGraph(job, plan, {is_sparse, window}, kRepeats), kRepeats).times(layers);
            if (m.window == 0.0) break;
        }
    }
    shard.head = timeOf(headGraph(job, plan), 1.0);
    return known_.emplace(key, shard).first->second;
}

} // namespace strata::system
