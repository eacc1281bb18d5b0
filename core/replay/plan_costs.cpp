// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/plan_costs.h"

#include "core/system/model_counts.h"

#include <algorithm>
#include <cmath>

namespace strata::replay {
namespace {

using exchange::TraceCollective;
using system::Recompute;

constexpr double kWide = 2.0; ///< bytes of activations and gathered weights

/// How often tensor-parallel ranks exchange activations: twice a layer in each pass, and around words and
/// head.
double tensorCount(const PlannedStep& step) {
    const double passes = step.plan.recompute == Recompute::Full ? 3.0 : 2.0;
    return step.job.model.layers * 2.0 * passes + 2.0;
}

/// Puts two all-reduces, or a reduce-scatter and an all-gather for each, behind a layer.
void addTensor(const PlannedStep& step, double times, std::vector<LayerExchange>& exchanges) {
    const system::Plan& plan = step.plan;
    if (plan.tp == 1) return;
    const double tokens = plan.micro_batch * step.job.sequence / plan.cp;
    const double bytes = kWide * tokens * step.job.model.hidden;
    const double once_s = system::tensorSeconds(step.terms, step.coefficients) / tensorCount(step);
    const auto count = static_cast<int>(std::lround(2.0 * times));
    for (int i = 0; i < count; ++i) {
        if (plan.sequence_parallel) {
            exchanges.push_back({TraceCollective::ReduceScatter, bytes, once_s / 2.0, "tp", plan.tp});
            exchanges.push_back({TraceCollective::AllGather, bytes / plan.tp, once_s / 2.0, "tp", plan.tp});
        } else {
            exchanges.push_back({TraceCollective::AllReduce, bytes, once_s, "tp", plan.tp});
        }
    }
}

/// Tokens go to the experts and back.
void addExperts(const PlannedStep& step, double times, std::vector<LayerExchange>& exchanges) {
    const system::Plan& plan = step.plan;
    const double sparse = system::sparseLayers(step.job.model);
    if (plan.ep == 1 || sparse == 0.0) return;
    const double passes = plan.recompute == Recompute::Full ? 3.0 : 2.0;
    const double tokens = plan.micro_batch * step.job.sequence / plan.cp / plan.tp;
    const double bytes = kWide * tokens * step.job.model.moe.per_token * step.job.model.hidden;
    const double all_s = system::exchangeSeconds(step.terms, step.coefficients);
    const double once_s = all_s / (step.job.model.layers * passes * 2.0); // spread over dense layers as well
    for (int i = 0; i < static_cast<int>(std::lround(2.0 * times)); ++i)
        exchanges.push_back({TraceCollective::AllToAll, bytes, once_s, "ep", plan.ep});
}

double gradientBytes(const PlannedStep& step) {
    return step.job.precision == NumberType::Fp16 || step.plan.narrow_gradients ? 2.0 : 4.0;
}

/// Gradients and weights among the copies of a stage; times are shared out by bytes.
void addCopies(const PlannedStep& step, double stage_layers, StageCosts& costs) {
    const system::Plan& plan = step.plan;
    const std::uint32_t copies = plan.dp * plan.cp;
    if (copies == 1) return;
    const double trained = system::trainedParameters(step.job, plan, 0).total() / stage_layers;
    const double held = system::rankParameters(step.job, plan, 0).total() / stage_layers;
    const double gradients = gradientBytes(step) * trained, weights = kWide * held;
    const double link = step.coefficients.link;
    if (plan.zero >= 3) {
        const double layer_s = link * step.terms.gather_s / stage_layers, all = 2.0 * weights + gradients;
        costs.gather = {{TraceCollective::AllGather, weights / copies, layer_s * weights / all, "dp", copies}};
        costs.reduce = {{TraceCollective::ReduceScatter, gradients, layer_s * gradients / all, "dp", copies}};
        costs.reduces_always = true;
        return;
    }
    const double sync_s = link * step.terms.sync_s;
    if (plan.zero == 0) {
        costs.reduce = {{TraceCollective::AllReduce, gradients, sync_s / stage_layers, "dp", copies}};
        return;
    }
    const double updated = kWide * trained, all = gradients + updated;
    costs.reduce = {{TraceCollective::ReduceScatter, gradients, sync_s / stage_layers * gradients / all, "dp", copies}};
    costs.update = {
        {TraceCollective::AllGather, updated * stage_layers / copies, sync_s * updated / all, "dp", copies}};
}

} // namespace

StageCosts stageCostsOf(const PlannedStep& step) {
    StageCosts costs;
    const double stage_layers = system::stageLayers(step.job, step.plan, 0);
    costs.layers = static_cast<std::uint32_t>(std::max(1.0, std::ceil(stage_layers / step.plan.chunks())));
    const double again = step.plan.recompute == Recompute::Full ? 2.0 : 1.0;
    addTensor(step, 1.0, costs.forward);
    addTensor(step, again, costs.backward);
    addExperts(step, 1.0, costs.forward);
    addExperts(step, again, costs.backward);
    addCopies(step, stage_layers, costs);
    const double tokens = step.plan.micro_batch * step.job.sequence / step.plan.cp;
    costs.message_bytes = kWide * tokens * step.job.model.hidden / step.plan.tp;
    costs.message_s = system::messageSeconds(step.terms, step.coefficients);
    return costs;
}

double secondsOf(const std::vector<LayerExchange>& exchanges) {
    double all = 0.0;
    for (const LayerExchange& exchange : exchanges)
        all += exchange.seconds;
    return all;
}

} // namespace strata::replay
