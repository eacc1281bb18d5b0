// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compose/serving_step.h"

#include "core/gpu/attention/attention.h"
#include "core/hardware/gpu/engine_profile.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::compose {
namespace {

void scale(OperatorTime& op, double share) {
    op.kernels_s *= share;
    op.launch_s *= share;
    op.hidden_s *= share;
    op.movement_s *= share;
    op.power_s *= share;
}

} // namespace

double allReduceSecondsOfPass(const hardware::Gpu& gpu, const RuntimeCosts& costs, const ServingLoad& load,
                              double tokens, const std::function<double(double)>& all_reduce) {
    constexpr double kAllReducesOfALayer = 2;
    const double bytes = tokens * load.hidden * load.activation_bytes;
    const double skew_s = costs.all_reduce_skew_s * std::log2(std::max(load.ranks, 1.0));
    const double one_s =
        all_reduce && load.ranks > 1 ? all_reduce(bytes) : allReduceSeconds(costs, gpu, bytes, load.ranks);
    return kAllReducesOfALayer * load.layers * (one_s + skew_s);
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

Interval residualRatios(std::span<const hardware::Calibration> calibrations, std::string_view of,
                        const hardware::Gpu& gpu) {
    const hardware::Residual* residual = runtimeResidual(calibrations, of, gpu);
    if (residual == nullptr || residual->points == 0) return {1, 1};
    return {std::min(1.0, std::exp(residual->p10)), std::max(1.0, std::exp(residual->p90))};
}

Interval firstTokenRatios(std::span<const hardware::Calibration> calibrations, bool experts, const hardware::Gpu& gpu) {
    return residualRatios(calibrations, experts ? "first tokens experts" : "first tokens", gpu);
}

namespace {

bool sharesIterations(const hardware::Gpu& gpu) { return gpu.runtime != nullptr && gpu.runtime->mixes_prompts; }

/// The rows of a kernel that multiplies by weights; nullptr for others.
double* rowsOf(workload::Kernel& kernel) {
    if (auto* experts = std::get_if<workload::Moe>(&kernel.shape)) return &experts->tokens;
    auto* product = std::get_if<workload::Matmul>(&kernel.shape);
    return product != nullptr && product->linear ? &product->m : nullptr;
}

/// Takes off what the kernels that decode and prompts share take without the prompt.
void takeOffDecodes(const workload::ModelGraph& decode, const ComposedTime& step, const workload::ModelGraph& joint,
                    ComposedTime& other) {
    std::map<std::string_view, const OperatorTime*> decoding;
    for (std::size_t i = 0; i < decode.operators.size(); ++i)
        decoding[decode.operators[i].name] = &step.operators[i];
    for (std::size_t i = 0; i < joint.operators.size(); ++i) {
        workload::Kernel kernel = joint.operators[i].kernel;
        const auto found = decoding.find(joint.operators[i].name);
        if (rowsOf(kernel) == nullptr || found == decoding.end()) continue;
        OperatorTime& op = other.operators[i];
        const double before_s = op.kernels_s;
        op.kernels_s = std::max(0.0, op.kernels_s - found->second->kernels_s);
        other.seconds -= before_s - op.kernels_s;
    }
}

} // namespace

workload::ModelGraph promptBeside(const hardware::Gpu& gpu, const workload::ModelGraph& decode,
                                  const workload::ModelGraph& prefill) {
    if (!sharesIterations(gpu)) return prefill;
    std::map<std::string_view, double> rows;
    for (const workload::Operator& op : decode.operators) {
        workload::Kernel kernel = op.kernel;
        if (const double* own = rowsOf(kernel)) rows[op.name] = *own;
    }
    workload::ModelGraph joint = prefill;
    for (workload::Operator& op : joint.operators) {
        const auto found = rows.find(op.name);
        if (double* own = rowsOf(op.kernel); own != nullptr && found != rows.end()) *own += found->second;
    }
    return joint;
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
        const workload::ModelGraph joint = promptBeside(gpu, decode, prefill);
        ComposedTime other = compose(gpu, joint, prefill_costs, calibrations, predict);
        double collectives_s = allReduceSecondsOfPass(gpu, costs, load, load.prompt_tokens);
        if (sharesIterations(gpu)) {
            takeOffDecodes(decode, step, joint, other);
            collectives_s =
                allReduceSecondsOfPass(gpu, costs, load, load.prompt_tokens + load.batch) - step.communication_s;
        }
        const double other_s = other.seconds + collectives_s;
        const double share = load.waited_prefill * (load.batch - 1) / load.output_tokens;
        step.prefill_s = share * other_s;
        step.prefill_operators = std::move(other.operators);
        for (OperatorTime& op : step.prefill_operators)
            scale(op, share);
    }
    step.seconds += step.communication_s + step.prefill_s;
    propagateErrors(step, errorCorrelation(calibrations, runtimeResidualOf(decode), gpu));
    return step;
}

} // namespace strata::compose
