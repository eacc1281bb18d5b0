// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/serving_step.h"

#include "core/gpu/attention/attention.h"

#include <algorithm>
#include <cmath>

namespace strata::compose {
namespace {

void scale(OperatorTime& op, double share) {
    op.kernels_s *= share;
    op.launch_s *= share;
    op.movement_s *= share;
    op.power_s *= share;
}

} // namespace

double allReduceSecondsOfPass(const hardware::Gpu& gpu, const RuntimeCosts& costs, const ServingLoad& load,
                              double tokens) {
    constexpr double kAllReducesOfALayer = 2;
    const double bytes = tokens * load.hidden * load.activation_bytes;
    const double skew_s = costs.all_reduce_skew_s * std::log2(std::max(load.ranks, 1.0));
    return kAllReducesOfALayer * load.layers * (allReduceSeconds(costs, gpu, bytes, load.ranks) + skew_s);
}

namespace {

/// Once a layer, absorbed or with keys and values of each head.
bool attendsToLatents(const workload::Operator& op) {
    const auto* shape = std::get_if<workload::Attention>(&op.kernel.shape);
    return shape != nullptr && (shape->latent || gpu::splitValue(*shape));
}

/// TensorRT-LLM's operator of CUTLASS is one call for experts of 8 and 16 bits; experts of four bits on devices without
/// such products are Triton's kernels (its guide to gpt-oss: moe_config backend TRITON on Hopper).
bool oneCall(const workload::Operator& experts, const RuntimeCosts& costs) {
    return costs.one_call_experts && bytesOf(experts.kernel.b) >= 1;
}

} // namespace

PromptStarts startsOf(const workload::ModelGraph& prefill, const RuntimeCosts& costs) {
    PromptStarts starts;
    const bool by_kernel = costs.prompt_experts_s > 0;
    for (const workload::Operator& op : prefill.operators) {
        starts.kernels += op.count * op.launches;
        if (attendsToLatents(op)) starts.latent_layers += op.count;
        if (by_kernel && workload::classOf(op.kernel) == workload::KernelClass::Moe && !oneCall(op, costs))
            starts.expert_layers += op.count;
    }
    return starts;
}

double startSeconds(const workload::ModelGraph& prefill, const RuntimeCosts& costs) {
    return costs.prompt_launch_s > 0 ? startsOf(prefill, costs).seconds(costs) : 0.0;
}

Interval residualRatios(std::span<const hardware::Calibration> calibrations, std::string_view of) {
    for (const hardware::Calibration& calibration : calibrations) {
        for (const hardware::Residual& residual : calibration.residuals) {
            const auto named = residual.key.find("class");
            if (named == residual.key.end() || named->second != of || residual.points == 0) continue;
            return {std::min(1.0, std::exp(residual.p10)), std::max(1.0, std::exp(residual.p90))};
        }
    }
    return {1, 1};
}

Interval firstTokenRatios(std::span<const hardware::Calibration> calibrations, bool experts) {
    return residualRatios(calibrations, experts ? "first tokens experts" : "first tokens");
}

ComposedTime composeServingStep(const hardware::Gpu& gpu, const workload::ModelGraph& decode,
                                const workload::ModelGraph& prefill, const ServingLoad& load, const RuntimeCosts& costs,
                                std::span<const hardware::Calibration> calibrations, const KernelPredictor& predict) {
    RuntimeCosts step_costs = costs;
    step_costs.step_s = costs.besideKernels(load.batch);
    step_costs.hides_host = false; // counted above
    ComposedTime step = compose(gpu, decode, step_costs, calibrations, predict);
    step.communication_s = allReduceSecondsOfPass(gpu, costs, load, load.batch);
    const double waits_s = std::max(0.0, costs.shortestPass(load.batch) - step.seconds - step.communication_s);
    step.launch_s += waits_s;
    step.seconds += waits_s;
    if (!load.prefill_elsewhere && load.batch > 1 && load.output_tokens > 0) {
        // The host's work for a prefill hides behind the longer pass, so only its kernels count.
        RuntimeCosts prefill_costs = costs;
        prefill_costs.step_s = 0;
        ComposedTime other = compose(gpu, prefill, prefill_costs, calibrations, predict);
        const double one = other.seconds + allReduceSecondsOfPass(gpu, costs, load, load.prompt_tokens);
        const double share = load.waited_prefill * (load.batch - 1) / load.output_tokens;
        step.prefill_s = share * one;
        step.prefill_operators = std::move(other.operators);
        for (OperatorTime& op : step.prefill_operators)
            scale(op, share);
    }
    step.seconds += step.communication_s + step.prefill_s;
    propagateErrors(step, errorCorrelation(calibrations, runtimeResidualOf(decode)));
    return step;
}

} // namespace strata::compose
