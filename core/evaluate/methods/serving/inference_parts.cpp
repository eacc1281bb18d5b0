// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/serving/inference.h"

#include <algorithm>
#include <map>

namespace strata::methods {
namespace {

using serving::TimedPass;

/// The sum over all passes of one term.
template <class Term>
double sumOf(const std::vector<TimedPass>& passes, Term term) {
    double sum = 0;
    for (const TimedPass& pass : passes)
        sum += pass.count * term(pass);
    return sum;
}

Part kernelsOf(const std::vector<TimedPass>& passes) {
    std::map<workload::KernelClass, double> classes;
    double all = 0;
    for (const TimedPass& pass : passes) {
        for (const auto& op : pass.time.operators) {
            classes[op.kernel_class] += pass.count * op.kernels_s;
            all += pass.count * op.kernels_s;
        }
    }
    Part kernels = makePart("kernels", Category::Compute, all, {"formula.kernels"});
    for (const auto& [kernel_class, seconds] : classes)
        kernels.children.push_back(namedPart(std::string(workload::name(kernel_class)), Category::Compute, seconds));
    return kernels;
}

Part phasePart(std::string id, Category whole, const std::vector<TimedPass>& passes, double bubble_s) {
    Part root = makePart(std::move(id), whole, 0);
    root.children.push_back(kernelsOf(passes));
    const auto add = [&](const char* part, Category category, double seconds, const char* formula) {
        if (seconds != 0)
            root.children.push_back(makePart(part, category, seconds, {formula}, {"source.runtime-costs"}));
    };
    const auto term = [&](double compose::ComposedTime::*of) {
        return sumOf(passes, [of](const TimedPass& pass) { return pass.time.*of; });
    };
    using compose::ComposedTime;
    const double hidden_s = term(&ComposedTime::hidden_s);
    add("launch", Category::Launch, std::max(term(&ComposedTime::launch_s) + hidden_s, 0.0),
        "formula.launches-of-iteration");
    add("hidden-starts", Category::Other, -hidden_s, "formula.hidden-starts");
    add("movement", Category::Movement, term(&ComposedTime::movement_s), "formula.movement");
    add("sustained-clock", Category::Other, term(&ComposedTime::power_s), "formula.sustained-clock");
    add("synchronisation", Category::Synchronisation, term(&ComposedTime::synchronisation_s),
        "formula.synchronisation-iteration");
    add("allocation", Category::Allocation, term(&ComposedTime::allocation_s), "formula.allocation");
    add("collectives", Category::Communication, term(&ComposedTime::communication_s), "formula.collectives-or-experts");
    add("stages", Category::Communication, sumOf(passes, [](const TimedPass& pass) { return pass.send_s; }),
        "formula.stages");
    add("bubble", Category::Bubble, bubble_s, "formula.first-micro-batch");
    for (const Part& child : root.children)
        root.value += child.value;
    return root;
}

} // namespace

Part prefillParts(const serving::SingleTime& time) {
    return phasePart("prefill", Category::Total, time.prefill, time.bubble_s);
}

Part singleParts(const serving::SingleTime& time) {
    Part root = makePart("request", Category::Total, 0);
    root.children = {phasePart("prefill", Category::Compute, time.prefill, time.bubble_s),
                     phasePart("decode", Category::Memory, time.decode, 0)};
    for (const Part& child : root.children)
        root.value += child.value;
    return root;
}

Part singleMemoryParts(const workload::MemoryDemand& demand, const compose::MemoryFit& fit) {
    Part root = makePart("memory-of-one-device", Category::Total, demand.total(),
                         {"formula.engine-leaves", {{"available", Amount{fit.available_bytes, "B"}}}});
    for (const auto& [id, bytes] : {std::pair{"weights", demand.weight_bytes},
                                    {"kv-cache", demand.kv_cache_bytes},
                                    {"state", demand.state_bytes},
                                    {"activations", demand.activation_bytes},
                                    {"workspace", demand.workspace_bytes}}) {
        if (bytes > 0) root.children.push_back(makePart(id, Category::Memory, bytes));
    }
    return root;
}

Table iterationTable(const serving::SingleTime& time) {
    Table table{"iterations",
                {"phase", "count", "sequences", "tokens", "cached_tokens", "kernels_s", "communication_s", "latency_s"},
                {}};
    const auto add = [&](const char* phase, const std::vector<TimedPass>& passes) {
        for (const TimedPass& pass : passes) {
            table.rows.push_back({std::string(phase), pass.count, pass.sequences, pass.tokens, pass.context,
                                  pass.time.kernels_s, pass.time.communication_s + pass.send_s, pass.seconds()});
        }
    };
    add("prefill", time.prefill);
    add("decode", time.decode);
    return table;
}

} // namespace strata::methods
