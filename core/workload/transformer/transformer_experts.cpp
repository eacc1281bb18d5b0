// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workload/transformer/transformer_graph.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace strata::workload {
namespace {

/// Tokens of each expert here, equal ones counted together: popularity falls with rank as 1 / rank^skew.
/// Rounded so that no token slot is lost or made.
std::map<double, double, std::greater<>> expertLoads(double slots, double experts, double here, double skew) {
    std::map<double, double, std::greater<>> loads;
    double weight = 0;
    for (double i = 1; i <= experts; ++i)
        weight += std::pow(i, -skew);
    const double every = experts / here;
    double share = 0;
    double given = 0;
    for (double i = 1; i <= experts; ++i) {
        share += std::pow(i, -skew) / weight;
        const double load = std::round(share * slots) - given;
        given += load;
        // Experts are dealt out in turn; this rank holds the most popular one.
        if (load > 0 && std::fmod(i - 1, every) < 1) loads[load] += 1;
    }
    return loads;
}

/// Tokens that draw their experts independently: those of `here` that at least one token takes, and what they get in
/// the mean.
std::map<double, double, std::greater<>> independentLoads(double tokens, double per_token, double experts,
                                                          double here) {
    const double touched = here * (1.0 - std::pow(1.0 - std::min(per_token / experts, 1.0), tokens));
    return {{tokens * per_token * here / experts / touched, touched}};
}

} // namespace

ValueId TransformerGraph::feedForward(const std::string& name, ValueId x, double width) {
    ValueId inner = 0;
    if (shape_.gated) {
        const auto made =
            tape_.linears(name, x, {{"gate", width}, {"up", width}}, shape_.bias, tape_.rules.merges_linears);
        inner = tape_.pointwise(name + "product", VectorFunction::Mul,
                                {tape_.composite(name + "activation", shape_.activation, made[0]), made[1]});
    } else {
        inner =
            tape_.composite(name + "activation", shape_.activation, tape_.linear(name + "up", x, width, shape_.bias));
        if (shape_.style == "t5") inner = tape_.dropout(name + "inner_dropout", inner);
    }
    return tape_.linear(name + "down", inner, shape_.hidden, shape_.bias);
}

/// One expert of an eager loop: its tokens are gathered, pass the network, and are scattered back.
ValueId TransformerGraph::expert(ValueId x, double rows, double copies) {
    tape_.times(copies);
    const std::string name = "experts.";
    const double hidden = shape_.hidden;
    const ValueId taken = tape_.value(rows, hidden, tape_.wide);
    tape_.add(name + "gather", VectorOp{VectorFunction::Copy, rows, hidden, 1, 1}, {x}, taken);
    const ValueId made = feedForward(name, taken, shape_.moe.ffn);
    const ValueId scattered = tape_.value(rows, hidden, tape_.wide);
    tape_.add(name + "scatter", VectorOp{VectorFunction::Copy, rows, hidden, 1, 1}, {made}, scattered);
    tape_.times(1);
    return scattered;
}

ValueId TransformerGraph::experts(ValueId x, const Stack& stack) {
    const TransformerShape::Experts& moe = shape_.moe;
    const double here = moe.experts / tape_.options.expert_parallel;
    const double tokens = stack.tokens();
    tape_.keepWide(shape_.wide_attention);
    ValueId chosen = tape_.linear("router.linear", x, moe.experts, false);
    tape_.keepWide(false);
    chosen = tape_.pointwise("router.softmax", VectorFunction::Softmax, {chosen});
    const ValueId gates = tape_.value(tokens, moe.per_token, tape_.wide);
    tape_.add("router.choice", VectorOp{VectorFunction::Sampling, tokens, moe.experts, 1, moe.per_token / moe.experts},
              {chosen}, gates);
    tape_.steps.back().backward = Backward::PassOn;
    const double expert_weights = (shape_.gated ? 3 : 2) * shape_.hidden * moe.ffn;
    ValueId sum = 0;
    if (tape_.rules.fused_experts && moe.capacity == 0) {
        sum = tape_.value(tokens, shape_.hidden, tape_.wide);
        const bool scales = tape_.options.block_scaled && bytesOf(tape_.options.weights) < 2;
        Step& step = tape_.add("experts",
                               Moe{tokens, shape_.hidden, moe.ffn, here, moe.experts, moe.per_token, tape_.options.skew,
                                   shape_.gated, scales, tape_.options.routing},
                               {x, gates}, sum);
        step.kernel.a = tape_.options.activations;
        step.kernel.b = tape_.options.weights;
        step.kernel.math = tape_.options.math;
        step.weights = here * expert_weights;
        step.tensors = 2;
        step.launches = 3; // sort by expert, two grouped products
    } else {
        const bool drawn = tape_.options.skew <= 0 && tape_.options.routing == Routing::Independent;
        auto loads = drawn ? independentLoads(tokens, moe.per_token, moe.experts, here)
                           : expertLoads(tokens * moe.per_token, moe.experts, here, tape_.options.skew);
        if (moe.capacity > 0) loads = {{moe.capacity * stack.batch, here}};
        double busy = 0;
        std::vector<ValueId> parts{gates};
        for (const auto& [rows, copies] : loads) {
            parts.push_back(expert(x, rows, copies));
            busy += copies;
        }
        sum = tape_.value(tokens, shape_.hidden, tape_.wide);
        Step& step = tape_.add("experts.weigh", VectorOp{VectorFunction::Mul, tokens, shape_.hidden, 1, 1},
                               std::move(parts), sum);
        step.backward = Backward::PassOn;
        step.weights = (here - busy) * expert_weights; // experts without a token run nothing, but are there
    }
    if (moe.shared_ffn > 0) {
        sum = tape_.pointwise("experts.add_shared", VectorFunction::Add,
                              {sum, feedForward("shared_expert.", x, moe.shared_ffn)});
    }
    return sum;
}

} // namespace strata::workload
