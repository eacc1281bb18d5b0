// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"

#include <algorithm>
#include <functional>
#include <map>

namespace strata::methods {
namespace {

using compose::ComposedTime;
using compose::OperatorTime;

constexpr const char* kSource = "source.runtime-costs";

Message timesFormula(double count, const OperatorTime& time) {
    return {"formula.operator",
            {{"count", count},
             {"time", Amount{time.kernels_s / std::max(count, 1.0), "s"}},
             {"limit", Message{"resource." + std::string(gpu::name(time.kernel.limit))}}}};
}

/// What a launch costs, and what of it shows.
Message launchFormula(const ModelQuery& query, const compose::RuntimeCosts& costs) {
    const Amount gap{costs.gap_s, "s"}, compiled{costs.compiled_launch_s, "s"}, eager{costs.launch_s, "s"};
    if (costs.graph_replay) return {"formula.launch-replayed", {{"gap", gap}}};
    if (query.graph.compiled) return {"formula.launch", {{"launch", compiled}, {"gap", gap}}};
    if (query.graph.phase != workload::Phase::Training) return {"formula.launch", {{"launch", eager}, {"gap", gap}}};
    return {"formula.launch-and-back", {{"launch", eager}, {"back", compiled}, {"gap", gap}}};
}

/// The device waits; what of starts is hidden is a part of its own, so that this one is never below 0.
template <class Time>
double waitsOf(const Time& time) {
    return std::max(time.launch_s + time.hidden_s, 0.0);
}

void sumUp(Part& part) {
    part.value = 0;
    for (const Part& child : part.children)
        part.value += child.value;
}

/// Classes in the order in which they first run, each with its operators.
Part kernelsPart(const ModelQuery& query, const ComposedTime& composed) {
    Part kernels = makePart("kernels", Category::Compute, 0);
    std::map<workload::KernelClass, std::size_t> places;
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        const workload::Operator& op = query.graph.operators[i];
        const workload::KernelClass kernel_class = workload::classOf(op.kernel);
        const auto [place, first] = places.emplace(kernel_class, kernels.children.size());
        if (first)
            kernels.children.push_back(namedPart(std::string(workload::name(kernel_class)), Category::Compute, 0));
        kernels.children[place->second].children.push_back(namedPart(op.name, Category::Compute,
                                                                     composed.operators[i].kernels_s,
                                                                     timesFormula(op.count, composed.operators[i])));
    }
    for (Part& part : kernels.children)
        sumUp(part);
    kernels.value = composed.kernels_s;
    kernels.formula = {"formula.kernels"};
    return kernels;
}

/// A term of single operators: those that add most to it in size, and the rest.
template <class Term>
Part operatorTerm(std::string id, Category category, double total, const ModelQuery& query,
                  const ComposedTime& composed, Term term, Message formula) {
    Part part = makePart(std::move(id), category, total, std::move(formula), {kSource});
    double attributed = 0;
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        const double value = std::invoke(term, composed.operators[i]);
        if (value == 0) continue;
        part.children.push_back(namedPart(query.graph.operators[i].name, category, value));
        attributed += value;
    }
    constexpr double kRounding = 1e-12;
    if (!part.children.empty() && std::abs(attributed - total) > kRounding * std::abs(total)) {
        part.children.push_back(makePart("not-of-single-operators", category, total - attributed));
    }
    return part;
}

} // namespace

Part compositionParts(const ModelQuery& query, const ComposedTime& composed, const compose::RuntimeCosts& costs) {
    Part root = makePart("model", Category::Total, composed.seconds);
    root.children = {
        kernelsPart(query, composed),
        operatorTerm("launch", Category::Launch, waitsOf(composed), query, composed, waitsOf<OperatorTime>,
                     launchFormula(query, costs)),
        operatorTerm("movement", Category::Movement, composed.movement_s, query, composed, &OperatorTime::movement_s,
                     {"formula.movement"}),
        operatorTerm("sustained-clock", Category::Other, composed.power_s, query, composed, &OperatorTime::power_s,
                     {"formula.sustained-clock"}),
        makePart("synchronisation", Category::Synchronisation, composed.synchronisation_s,
                 {"formula.synchronisation-pass"}, {kSource}),
        makePart("allocation", Category::Allocation, composed.allocation_s, {"formula.allocation"}, {kSource}),
    };
    if (composed.hidden_s > 0) {
        root.children.push_back(operatorTerm("hidden-starts", Category::Other, -composed.hidden_s, query, composed,
                                             [](const OperatorTime& op) { return -op.hidden_s; },
                                             {"formula.hidden-starts"}));
    }
    if (composed.communication_s != 0) {
        root.children.push_back(makePart("collectives", Category::Communication, composed.communication_s,
                                         {"formula.collectives"}, {kSource}));
    }
    if (composed.prefill_s != 0) {
        root.children.push_back(makePart("prefill-of-other-requests", Category::Queueing, composed.prefill_s,
                                         {"formula.prefill-of-other-requests"}));
    }
    return root;
}

} // namespace strata::methods
