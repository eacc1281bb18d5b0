// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/model_counts.h"

#include <algorithm>
#include <cmath>

namespace strata::system {
namespace {

double mlpMatrices(const workload::TransformerShape& model) { return model.gated ? 3.0 : 2.0; }

double attentionParameters(const workload::TransformerShape& m) {
    if (m.latent.kv_rank > 0.0) {
        const double query = m.latent.nope + m.latent.rope;
        const double down = m.latent.query_rank > 0.0
                                ? m.hidden * m.latent.query_rank + m.latent.query_rank * m.heads * query
                                : m.hidden * m.heads * query;
        return down + m.hidden * (m.latent.kv_rank + m.latent.rope) +
               m.latent.kv_rank * m.heads * (m.latent.nope + m.latent.value) + m.heads * m.latent.value * m.hidden;
    }
    return m.hidden * m.head_dim * (2.0 * m.heads + 2.0 * m.kv_heads);
}

/// Adapters of rank r beside each linear layer of a dense block.
double adapterParameters(const workload::TransformerShape& m, double rank) {
    const double attention = 4.0 * m.hidden + m.head_dim * (2.0 * m.heads + 2.0 * m.kv_heads);
    return rank * (attention + mlpMatrices(m) * (m.hidden + m.ffn));
}

} // namespace

double sparseLayers(const workload::TransformerShape& model) {
    return model.moe.experts > 0.0 ? std::max(0.0, model.layers - model.moe.dense_layers) : 0.0;
}

ParameterCounts countParameters(const workload::TransformerShape& model, bool sparse) {
    ParameterCounts counts;
    counts.attention = attentionParameters(model);
    const double matrices = mlpMatrices(model);
    if (sparse) {
        counts.dense = model.hidden * model.moe.experts + matrices * model.hidden * model.moe.shared_ffn;
        counts.experts = model.moe.experts * matrices * model.hidden * model.moe.ffn;
    } else {
        counts.dense = matrices * model.hidden * model.ffn;
    }
    counts.embedding = model.vocab * model.hidden;
    counts.head = model.tied ? 0.0 : counts.embedding;
    return counts;
}

double stageLayers(const TrainingJob& job, const Plan& plan, std::uint32_t stage) {
    if (!plan.stage_layers.empty()) return plan.stage_layers[stage];
    return std::ceil(job.model.layers / plan.pp);
}

RankParameters rankParameters(const TrainingJob& job, const Plan& plan, std::uint32_t stage) {
    const double sparse_share = sparseLayers(job.model) / job.model.layers;
    const double layers = stageLayers(job, plan, stage);
    const ParameterCounts dense = countParameters(job.model, false);
    RankParameters rank;
    rank.dense = layers * (1.0 - sparse_share) * (dense.attention + dense.dense);
    if (sparse_share > 0.0) {
        const ParameterCounts sparse = countParameters(job.model, true);
        rank.dense += layers * sparse_share * (sparse.attention + sparse.dense);
        rank.experts = layers * sparse_share * sparse.experts / plan.ep;
    }
    // A head that shares the words' weights has its own copy on the last stage.
    if (stage == 0) rank.dense += dense.embedding;
    if (stage + 1 == plan.pp) rank.dense += plan.pp == 1 ? dense.head : dense.embedding;
    rank.dense /= plan.tp;
    return rank;
}

RankParameters trainedParameters(const TrainingJob& job, const Plan& plan, std::uint32_t stage) {
    if (plan.lora == 0) return rankParameters(job, plan, stage);
    return {stageLayers(job, plan, stage) * adapterParameters(job.model, plan.lora) / plan.tp, 0.0};
}

double modelFlop(const TrainingJob& job, const Plan& plan) {
    const workload::TransformerShape& m = job.model;
    const double sparse_layers = sparseLayers(m);
    const ParameterCounts dense = countParameters(m, false);
    double active = (m.layers - sparse_layers) * (dense.attention + dense.dense) + m.vocab * m.hidden;
    if (sparse_layers > 0.0) {
        const ParameterCounts sparse = countParameters(m, true);
        active += sparse_layers * (sparse.attention + sparse.dense + sparse.experts * m.moe.per_token / m.moe.experts);
    }
    const double width = m.heads * (m.head_dim + m.valueDim()) / 2.0;
    const double windowed = std::min(m.layers, m.windowed_layers);
    const double seen = (m.layers - windowed) * job.sequence / 2.0 +
                        windowed * (m.window > 0.0 ? std::min(m.window, job.sequence / 2.0) : 0.0);
    const double tokens = job.global_batch * job.sequence;
    const double passes = plan.lora > 0 ? 2.0 : 3.0;
    return tokens * (passes * 2.0 * active + 3.0 * 4.0 * width * seen);
}

} // namespace strata::system
