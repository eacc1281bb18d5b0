// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"

#include <algorithm>
#include <map>

namespace strata::methods {
namespace {

using compose::ComposedTime;
using compose::OperatorTime;

constexpr const char* kSource = "hwlib/calibration, runtime costs";

std::string timesText(double count, const OperatorTime& time) {
    return formatCount(count) + " x " + formatQuantity(time.kernels_s / std::max(count, 1.0), "s", 4) +
           ", limited by " + std::string(gpu::name(time.kernel.limit));
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
            kernels.children.push_back(makePart(std::string(workload::name(kernel_class)), Category::Compute, 0));
        kernels.children[place->second].children.push_back(makePart(
            op.name, Category::Compute, composed.operators[i].kernels_s, timesText(op.count, composed.operators[i])));
    }
    for (Part& part : kernels.children)
        sumUp(part);
    kernels.value = composed.kernels_s;
    kernels.formula = "each kernel timed by itself, one after the other";
    return kernels;
}

/// A term of single operators: those that add most to it in size, and the rest.
Part operatorTerm(std::string label, Category category, double total, const ModelQuery& query,
                  const ComposedTime& composed, double OperatorTime::*term, std::string formula) {
    Part part = makePart(std::move(label), category, total, std::move(formula), kSource);
    double attributed = 0;
    for (std::size_t i = 0; i < composed.operators.size(); ++i) {
        const double value = composed.operators[i].*term;
        if (value == 0) continue;
        part.children.push_back(makePart(query.graph.operators[i].name, category, value));
        attributed += value;
    }
    if (!part.children.empty() && attributed != total) {
        part.children.push_back(makePart("not of single operators", category, total - attributed));
    }
    return part;
}

} // namespace

Part compositionParts(const ModelQuery& query, const ComposedTime& composed, const compose::RuntimeCosts& costs) {
    Part root = makePart("model", Category::Total, composed.seconds);
    const std::string compiled = formatQuantity(costs.compiled_launch_s, "s");
    const bool walks_back = query.graph.phase == workload::Phase::Training && !query.graph.compiled;
    const std::string launch = costs.graph_replay
                                   ? "launches are replayed from a graph; "
                                   : (query.graph.compiled ? compiled : formatQuantity(costs.launch_s, "s")) +
                                         " of the host for each kernel" +
                                         (walks_back ? ", " + compiled + " on the way back; " : "; ");
    root.children = {
        kernelsPart(query, composed),
        operatorTerm("launch", Category::Launch, composed.launch_s, query, composed, &OperatorTime::launch_s,
                     launch + formatQuantity(costs.gap_s, "s") +
                         " between kernels; the device waits where kernels are shorter"),
        operatorTerm("movement", Category::Movement, composed.movement_s, query, composed, &OperatorTime::movement_s,
                     "activations that stay in L2 for their consumer, or spill"),
        operatorTerm("sustained clock", Category::Other, composed.power_s, query, composed, &OperatorTime::power_s,
                     "a board at work holds another clock than one that rested before each kernel"),
        makePart("synchronisation", Category::Synchronisation, composed.synchronisation_s,
                 "the host waits for the stream once a pass", kSource),
        makePart("allocation", Category::Allocation, composed.allocation_s, "room for each operator's output", kSource),
    };
    if (composed.communication_s != 0) {
        root.children.push_back(makePart("collectives", Category::Communication, composed.communication_s,
                                         "two all-reduces a layer over the links", kSource));
    }
    if (composed.prefill_s != 0) {
        root.children.push_back(makePart("prefill of other requests", Category::Queueing, composed.prefill_s,
                                         "(batch - 1) / output tokens of a prompt's prefill falls on each step"));
    }
    return root;
}

} // namespace strata::methods
