// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/system/system_methods.h"

#include <algorithm>

namespace strata::methods {
namespace {

using system::Plan;
using system::Recompute;

workload::MemoryDemand demandOf(const system::StageMemory& memory) {
    workload::MemoryDemand demand;
    demand.weight_bytes = memory.weights_bytes;
    demand.gradient_bytes = memory.gradients_bytes;
    demand.optimizer_bytes = memory.optimizer_bytes;
    demand.activation_bytes = memory.activations_bytes;
    demand.workspace_bytes = memory.buffers_bytes;
    return demand;
}

struct Change {
    std::string text;
    Plan plan;
};

/// Single changes of a plan that take less memory, the cheapest first.
std::vector<Change> savings(const Plan& plan) {
    std::vector<Change> changes;
    const auto add = [&](std::string text, auto change) {
        Plan changed = plan;
        change(changed);
        changes.push_back({std::move(text), changed});
    };
    if (plan.tp > 1 && !plan.sequence_parallel)
        add("sequence_parallel true", [](Plan& p) { p.sequence_parallel = true; });
    if (plan.recompute == Recompute::None)
        add("recompute selective", [](Plan& p) { p.recompute = Recompute::Selective; });
    for (std::uint32_t zero = plan.zero + 1; zero <= 3; ++zero) {
        add("zero " + std::to_string(zero), [&](Plan& p) { p.zero = zero; });
    }
    if (!plan.offload_optimizer) add("offload_optimizer true", [](Plan& p) { p.offload_optimizer = true; });
    if (plan.recompute != Recompute::Full) add("recompute full", [](Plan& p) { p.recompute = Recompute::Full; });
    for (std::uint32_t micro = plan.micro_batch / 2; micro >= 1; micro /= 2) {
        add("micro_batch " + std::to_string(micro), [&](Plan& p) { p.micro_batch = micro; });
    }
    for (std::uint32_t factor = 2; factor <= plan.dp; factor *= 2) {
        if (plan.dp % factor != 0) break;
        const std::string less = " with dp " + std::to_string(plan.dp / factor);
        add("tp " + std::to_string(plan.tp * factor) + less, [&](Plan& p) { p.tp *= factor, p.dp /= factor; });
        add("pp " + std::to_string(plan.pp * factor) + less, [&](Plan& p) { p.pp *= factor, p.dp /= factor; });
    }
    return changes;
}

} // namespace

compose::MemoryFit fitPlan(const TrainingQuery& query, const Plan& plan, const compose::RuntimeCosts& costs) {
    return compose::fitMemory(query.gpu, costs, demandOf(system::fullestStage(query.job, plan)));
}

double roomFor(const TrainingQuery& query, const compose::RuntimeCosts& costs) {
    return compose::fitMemory(query.gpu, costs, workload::MemoryDemand{}).available_bytes;
}

Note planMemoryNote(const TrainingQuery& query, const compose::MemoryFit& fit, const compose::RuntimeCosts& costs) {
    Note note;
    note.level = Note::Level::Warning;
    note.code = "over-memory";
    note.pointer = "/plan";
    const std::uint32_t stage = system::fullestStage(query.job, query.plan).stage;
    note.text = "stage " + formatCount(stage) + " of " + formatCount(query.plan.pp) + " (from 0) needs " +
                formatQuantity(fit.needed_bytes, "B") + ", " + query.gpu.name + " leaves " +
                formatQuantity(fit.available_bytes, "B") + ": " + formatQuantity(fit.overBytes(), "B") + " over";
    constexpr int kMost = 3;
    int named = 0;
    for (const Change& change : savings(query.plan)) {
        if (named == kMost) break;
        if (!system::checkPlan(query.job, change.plan, query.devices) || !fitPlan(query, change.plan, costs).fits)
            continue;
        note.fix += (named++ > 0 ? "; or " : "") + change.text;
    }
    if (note.fix.empty()) note.fix = "no single change of the plan is enough: more devices, or several changes";
    return note;
}

Part iterationParts(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step) {
    Part root = makePart("iteration", Category::Total, step.seconds());
    const auto add = [&root](const char* label, Category category, double value, std::string formula) {
        if (value > 0.0) root.children.push_back(makePart(label, category, value, std::move(formula)));
    };
    const std::string micro = formatCount(terms.micro_batches) + " micro-batches";
    add("kernels", Category::Compute, step.compute_s, micro + " through the slowest stage, forward and backward");
    add("recomputation", Category::Compute, step.recompute_s,
        micro + ", " + std::string(system::name(query.plan.recompute)));
    add("launches", Category::Launch, step.launch_s, "the device waits for the host");
    add("rollout", Category::Compute, step.rollout_s, "prompts, then one token of every sequence after another");
    add("scoring", Category::Compute, step.scoring_s, "forward passes of the reference and the reward model");
    add("resharding", Category::Communication, step.reshard_s, "weights to the devices that generate");
    add("tensor parallel", Category::Communication, step.tensor_s,
        "collectives of " + formatCount(query.plan.tp) + " ranks in every layer");
    add("context parallel", Category::Communication, step.context_s, "keys and values that attention does not hide");
    add("expert all-to-all", Category::Communication, step.expert_s, "over " + formatCount(query.plan.ep) + " ranks");
    add("stage to stage", Category::Communication, step.send_s, "messages that a stage waits for");
    add("bubble", Category::Bubble, step.bubble_s,
        formatCount(terms.stages - 1.0) + " stages to fill, " + formatCount(terms.chunks) + " chunks");
    add("data parallel, exposed", Category::Communication, step.data_s, "gradients and weights that nothing hides");
    add("slower beside collectives", Category::Communication, step.slowdown_s,
        "kernels that share the device with collectives");
    add("optimizer", Category::Memory, step.optimizer_s, "states read and written once");
    add("host", Category::Launch, step.host_s, "once a step, and where devices wait for it");
    add("host memory", Category::Memory, step.offload_s, "copies that nothing hides, updates on the host");
    add("stragglers", Category::Synchronisation, step.stragglers_s,
        "the slowest of " + formatCount(query.devices) + " devices over their mean");
    return root;
}

Part stageMemoryParts(const system::StageMemory& memory) {
    Part root = makePart("fullest stage", Category::Total, memory.total());
    const auto add = [&root](const char* label, double value, std::string formula) {
        if (value > 0.0) root.children.push_back(makePart(label, Category::Memory, value, std::move(formula)));
    };
    add("weights", memory.weights_bytes, "16 bits each");
    add("gradients", memory.gradients_bytes, "summed in 32 bits");
    add("optimizer", memory.optimizer_bytes, "32-bit weights and moments");
    add("activations", memory.activations_bytes, "of " + formatCount(memory.in_flight) + " micro-batches in flight");
    add("buffers", memory.buffers_bytes, "logits, gathered layers, messages");
    return root;
}

Part trainingEnergyParts(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step,
                         double idle_w) {
    const auto [kernels_j, waits_j] = system::stepEnergy(terms, step, query.devices, idle_w);
    Part root = makePart("all devices", Category::Total, kernels_j + waits_j);
    root.children = {makePart("kernels", Category::Compute, kernels_j, "of " + formatCount(query.devices) + " devices"),
                     makePart("waiting", Category::Other, waits_j, "idle power while no kernel runs")};
    return root;
}

} // namespace strata::methods
