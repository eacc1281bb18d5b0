// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/serving/inference.h"

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
    Part kernels = makePart("kernels", Category::Compute, all, "each kernel timed by itself, one after the other");
    for (const auto& [kernel_class, seconds] : classes)
        kernels.children.push_back(makePart(std::string(workload::name(kernel_class)), Category::Compute, seconds));
    return kernels;
}

Part phasePart(std::string label, Category whole, const std::vector<TimedPass>& passes, double bubble_s) {
    constexpr const char* kSource = "hwlib/calibration, runtime costs";
    Part root = makePart(std::move(label), whole, 0);
    root.children.push_back(kernelsOf(passes));
    const auto add = [&](const char* name, Category category, double seconds, const char* formula) {
        if (seconds != 0) root.children.push_back(makePart(name, category, seconds, formula, kSource));
    };
    const auto term = [&](double compose::ComposedTime::*of) {
        return sumOf(passes, [of](const TimedPass& pass) { return pass.time.*of; });
    };
    using compose::ComposedTime;
    add("launch", Category::Launch, term(&ComposedTime::launch_s),
        "launches, gaps and the host's work of an iteration");
    add("movement", Category::Movement, term(&ComposedTime::movement_s),
        "activations that stay in L2 for their consumer, or spill");
    add("sustained clock", Category::Other, term(&ComposedTime::power_s),
        "a board at work holds another clock than one that rested before each kernel");
    add("synchronisation", Category::Synchronisation, term(&ComposedTime::synchronisation_s),
        "the host waits for the stream once an iteration");
    add("allocation", Category::Allocation, term(&ComposedTime::allocation_s), "room for each operator's output");
    add("collectives", Category::Communication, term(&ComposedTime::communication_s),
        "two all-reduces a layer, or the exchange of tokens between experts");
    add("stages", Category::Communication, sumOf(passes, [](const TimedPass& pass) { return pass.send_s; }),
        "activations from a pipeline stage to the next");
    add("bubble", Category::Bubble, bubble_s, "stages that wait for the first micro-batch");
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
    Part root = makePart("memory of one device", Category::Total, demand.total(),
                         "of " + formatQuantity(fit.available_bytes, "B") + " that the engine leaves");
    for (const auto& [label, bytes] : {std::pair{"weights", demand.weight_bytes},
                                       {"KV cache", demand.kv_cache_bytes},
                                       {"state of recurrent layers", demand.state_bytes},
                                       {"activations", demand.activation_bytes},
                                       {"workspace", demand.workspace_bytes}}) {
        if (bytes > 0) root.children.push_back(makePart(label, Category::Memory, bytes));
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
