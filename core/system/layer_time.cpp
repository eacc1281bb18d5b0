// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/layer_time.h"

#include "core/gpu/power.h"
#include "core/system/model_counts.h"

#include <algorithm>

namespace strata::system {
namespace {

// Layers that follow one another, so that host and device reach their steady state.
constexpr double kRepeats = 8.0;

} // namespace

PassTime& PassTime::operator+=(const PassTime& other) {
    forward_s += other.forward_s;
    backward_s += other.backward_s;
    weight_s += other.weight_s;
    launch_s += other.launch_s;
    attention_s += other.attention_s;
    streamed_s += other.streamed_s;
    energy_j += other.energy_j;
    return *this;
}

PassTime PassTime::times(double factor) const {
    return {forward_s * factor,   backward_s * factor, weight_s * factor, launch_s * factor,
            attention_s * factor, streamed_s * factor, energy_j * factor};
}

ShardTimer::ShardTimer(const hardware::Gpu& gpu, std::span<const hardware::Calibration> calibrations)
    : model_(gpu::makeTileModel(gpu, calibrations)), costs_(compose::runtimeCosts(gpu, calibrations)),
      idle_w_(gpu::idlePower(gpu, calibrations)), calibrations_(calibrations) {}

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
    const compose::ComposedTime composed =
        compose::compose(model_.gpu, graph, costs_, calibrations_,
                         [this](const workload::Kernel& kernel) { return gpu::predict(model_, kernel); });
    PassTime time;
    for (std::size_t i = 0; i < graph.operators.size(); ++i) {
        const workload::Operator& op = graph.operators[i];
        const compose::OperatorTime& spent = composed.operators[i];
        const double device_s = (spent.total() - spent.launch_s) / copies;
        time.launch_s += spent.launch_s / copies;
        time.energy_j += op.count * spent.kernel.energy_j / copies;
        switch (op.pass) {
        case workload::Pass::Forward: time.forward_s += device_s; break;
        case workload::Pass::BackwardInput: time.backward_s += device_s; break;
        case workload::Pass::BackwardWeight:
        case workload::Pass::Optimizer: time.weight_s += device_s; break;
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
