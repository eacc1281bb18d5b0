// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/serving/single.h"

#include "core/compose/serving_step.h"
#include "core/gpu/power/power.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <variant>

namespace strata::serving {
namespace {

using workload::Phase;

/// One micro-batch through the whole model.
class Passes {
public:
    explicit Passes(const SingleInput& input)
        : in_(input), layers_(input.model.value("layers", 1.0)),
          feeding_(input.model.value("feed_forward_layers", layers_)), hidden_(input.model.value("hidden", 1.0)) {
        if (const auto moe = input.model.find("moe"); moe != input.model.end()) {
            per_token_ = moe->value("per_token", 1.0);
            expert_layers_ = feeding_ - moe->value("dense_layers", 0.0);
        }
    }

    /// `tokens` new ones of each of `sequences`, behind `context` that are cached.
    Result<TimedPass> run(Phase phase, double sequences, double tokens, double context) const {
        workload::GraphOptions options = in_.options;
        options.phase = phase;
        options.batch = sequences;
        options.sequence = phase == Phase::Decode ? context + tokens : tokens;
        options.cached = phase == Phase::Decode ? 0 : context;
        auto graph = workload::buildGraph(in_.model, options, "/workload/model");
        if (!graph) return graph.error();
        for (workload::Operator& op : graph->operators) {
            // Experts get the tokens of all groups that attend for themselves.
            if (auto* experts = std::get_if<workload::Moe>(&op.kernel.shape))
                experts->tokens *= in_.plan.attentionGroups();
        }
        compose::RuntimeCosts costs = in_.costs;
        costs.step_s = in_.costs.besideKernels(sequences);
        costs.hides_host = false; // counted above
        TimedPass pass;
        pass.sequences = sequences;
        pass.tokens = sequences * tokens;
        pass.context = context;
        pass.time = compose::compose(in_.gpu, *graph, costs, in_.calibrations, in_.predict);
        if (pass.time.busy_w > 0)
            pass.time.energy_j += (pass.time.busy_w - gpu::idlePower(in_.gpu, in_.calibrations)) *
                                  (in_.costs.besideKernels(sequences) - in_.costs.besideKernels(0));
        pass.time.communication_s = collectives(pass.tokens);
        pass.time.seconds += pass.time.communication_s;
        waitForStarts(in_.costs.shortestPass(sequences), pass.time);
        if (phase == Phase::Prefill) waitForStarts(compose::startSeconds(*graph, costs), pass.time);
        const std::string_view residual = compose::runtimeResidualOf(*graph);
        compose::propagateErrors(pass.time, compose::errorCorrelation(in_.calibrations, residual, in_.gpu));
        pass.send_s = (in_.plan.stages - 1) * in_.links.sendSeconds(pass.tokens * hidden_ * activationBytes());
        return pass;
    }

private:
    /// The device rests while the host starts its kernels.
    void waitForStarts(double started_s, compose::ComposedTime& time) const {
        const double wait_s = std::max(0.0, started_s - time.seconds);
        time.launch_s += wait_s;
        time.seconds += wait_s;
        time.energy_j += gpu::idlePower(in_.gpu, in_.calibrations) * wait_s;
    }

    double activationBytes() const { return std::max(2.0, bytesOf(in_.options.activations)); }

    /// Two all-reduces a layer (Shoeybi et al., Megatron-LM, 2019); layers of experts between data-parallel
    /// groups exchange tokens instead of the second.
    double collectives(double tokens) const {
        const double bytes = tokens * hidden_ * activationBytes();
        const double reduce_s = in_.links.allReduceSeconds(bytes);
        if (in_.plan.attentionGroups() <= 1 || expert_layers_ <= 0) return (layers_ + feeding_) * reduce_s;
        // Ranks of one group hold the same tokens: each sends its share of them.
        const double exchange_s = in_.links.expertExchangeSeconds(tokens / in_.plan.tp, per_token_, hidden_,
                                                                  bytesOf(in_.options.activations), activationBytes());
        return (layers_ + feeding_ - expert_layers_) * reduce_s + expert_layers_ * exchange_s;
    }

    const SingleInput& in_;
    double layers_, feeding_, hidden_, per_token_ = 1, expert_layers_ = 0;
};

struct Totals {
    double seconds = 0, energy_j = 0;
    compose::Interval interval;
};

/// Passes err alike: their ends add up.
Totals totalsOf(const std::vector<TimedPass>& passes, double ranks_of_stage) {
    Totals totals;
    for (const TimedPass& pass : passes) {
        const double seconds = pass.seconds();
        totals.seconds += pass.count * seconds;
        const double ratio = pass.time.seconds > 0 ? seconds / pass.time.seconds : 1;
        totals.interval.low += pass.count * ratio * std::min(pass.time.interval.low, pass.time.seconds);
        totals.interval.high += pass.count * ratio * std::max(pass.time.interval.high, pass.time.seconds);
        totals.energy_j += pass.runs * pass.time.energy_j * ranks_of_stage;
    }
    return totals;
}

/// Requests of one group that attends for itself, cut into micro-batches.
struct Cut {
    double batch = 1, micro_batches = 1;
    double sequences() const { return std::ceil(batch / micro_batches); }
};

Cut cutOf(const SingleInput& in) {
    Cut cut;
    cut.batch = std::ceil(in.batch / in.plan.attentionGroups());
    cut.micro_batches = std::min(cut.batch, in.plan.stages);
    return cut;
}

Result<void> addPrefill(const SingleInput& in, const Passes& passes, SingleTime& out) {
    const Cut cut = cutOf(in);
    const auto add = [&](double runs, double sequences, double tokens, double context) -> Result<void> {
        if (runs < 1 || sequences < 1) return {};
        auto pass = passes.run(Phase::Prefill, sequences, tokens, context);
        if (!pass) return pass.error();
        pass->runs = runs;
        out.prefill.push_back(*std::move(pass));
        return {};
    };
    const double chunk = std::min(in.prompt_tokens, in.token_budget);
    if (chunk < in.prompt_tokens) {
        const double full = std::floor(in.prompt_tokens / chunk), rest = in.prompt_tokens - full * chunk;
        for (const Node& node : sumNodes(full)) {
            if (auto ok = add(node.weight * cut.batch, 1, chunk, node.at * chunk); !ok) return ok;
        }
        if (auto ok = add(rest > 0 ? cut.batch : 0, 1, rest, full * chunk); !ok) return ok;
    } else {
        const double together = std::clamp(std::floor(in.token_budget / chunk), 1.0, cut.sequences());
        const double full = std::floor(cut.batch / together);
        if (auto ok = add(full, together, chunk, 0); !ok) return ok;
        if (auto ok = add(1, cut.batch - full * together, chunk, 0); !ok) return ok;
    }
    // n like micro-batches leave a pipeline of p stages after (n + p - 1) / p passes of the whole model (Huang et
    // al., GPipe, NeurIPS 2019); unlike ones after their own sum and p - 1 stages of the longest of them
    // (Pinedo, Scheduling, 5th edition, 2016, section 6.1: proportionate flow shops).
    double runs = 0, seconds = 0, longest_s = 0;
    for (const TimedPass& pass : out.prefill) {
        runs += pass.runs;
        seconds += pass.runs * pass.seconds();
        longest_s = std::max(longest_s, pass.seconds());
    }
    const double p = in.plan.stages, rounds = std::max(1.0, runs / p);
    for (TimedPass& pass : out.prefill)
        pass.count = pass.runs / runs * rounds;
    // (seconds + (p - 1) longest_s) / p without the passes as counted: exactly 0 for one stage.
    out.bubble_s = (p - 1) / p * longest_s + (1 / p - rounds / runs) * seconds;
    return {};
}

} // namespace

std::vector<Node> sumNodes(double n) {
    std::vector<Node> nodes;
    if (n <= 3) {
        for (double i = 0; i < n; ++i)
            nodes.push_back({i, 1});
        return nodes;
    }
    // Abramowitz and Stegun, table 25.4.
    constexpr double kPlace = 0.7745966692414834;
    const double middle = (n - 1) / 2;
    for (const double at : {middle - kPlace * n / 2, middle, middle + kPlace * n / 2})
        nodes.push_back({std::round(at), n * 5 / 18});
    nodes[1].weight = n * 8 / 18;
    return nodes;
}

Json expertsOfRank(const Json& model, const RankPlan& plan) {
    const double shared = std::min(plan.tp, plan.ep);
    if (shared <= 1 || !model.contains("moe")) return model;
    Json changed = model;
    changed["moe"]["ffn"] = model.at("moe").at("ffn").get<double>() * shared;
    return changed;
}

Result<SingleTime> singleTime(const SingleInput& input) {
    SingleTime out;
    const Passes passes(input);
    if (auto done = addPrefill(input, passes, out); !done) return done.error();
    const Cut cut = cutOf(input);
    for (const Node& node : sumNodes(input.output_tokens - 1)) {
        auto pass = passes.run(Phase::Decode, cut.sequences(), 1, input.prompt_tokens + node.at);
        if (!pass) return pass.error();
        // No more micro-batches than stages: one follows the other, and all have a token after one pass.
        pass->count = node.weight;
        pass->runs = node.weight * cut.micro_batches;
        out.decode.push_back(*std::move(pass));
    }
    const double ranks = input.plan.ranksOfStage();
    const Totals prefill = totalsOf(out.prefill, ranks), decode = totalsOf(out.decode, ranks);
    const double waits = prefill.seconds > 0 ? 1 + out.bubble_s / prefill.seconds : 1;
    out.ttft_s = waits * prefill.seconds;
    out.ttft = {waits * prefill.interval.low, waits * prefill.interval.high};
    out.decode_s = decode.seconds;
    out.decode_interval = decode.interval;
    out.energy_j = prefill.energy_j + decode.energy_j;
    return out;
}

Result<workload::MemoryDemand> singleMemory(const SingleInput& input) {
    workload::GraphOptions options = input.options;
    const Cut cut = cutOf(input);
    options.phase = Phase::Prefill;
    const double chunk = std::min(input.prompt_tokens, input.token_budget);
    options.batch = std::clamp(std::floor(input.token_budget / chunk), 1.0, cut.sequences());
    options.sequence = chunk;
    const auto prefill = workload::buildGraph(input.model, options, "/workload/model");
    if (!prefill) return prefill.error();
    options.phase = Phase::Decode;
    options.batch = cut.batch;
    options.sequence = input.prompt_tokens + input.output_tokens;
    const auto decode = workload::buildGraph(input.model, options, "/workload/model");
    if (!decode) return decode.error();
    workload::MemoryDemand demand = prefill->memory;
    demand.activation_bytes = std::max(demand.activation_bytes, decode->memory.activation_bytes);
    demand.workspace_bytes = std::max(demand.workspace_bytes, decode->memory.workspace_bytes);
    demand.kv_cache_bytes = decode->memory.kv_cache_bytes / input.plan.stages;
    demand.state_bytes = decode->memory.state_bytes / input.plan.stages;
    demand.weight_bytes /= input.plan.stages;
    return demand;
}

} // namespace strata::serving
