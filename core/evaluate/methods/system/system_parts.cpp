// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/system/system_methods.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

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
    Message text;
    Plan plan;
};

/// Single changes of a plan that take less memory, the cheapest first.
std::vector<Change> savings(const Plan& plan) {
    std::vector<Change> changes;
    const auto add = [&](Message text, auto change) {
        Plan changed = plan;
        change(changed);
        changes.push_back({std::move(text), changed});
    };
    if (plan.tp > 1 && !plan.sequence_parallel)
        add({"fix.sequence-parallel"}, [](Plan& p) { p.sequence_parallel = true; });
    if (plan.recompute == Recompute::None)
        add({"fix.recompute-selective"}, [](Plan& p) { p.recompute = Recompute::Selective; });
    for (std::uint32_t zero = plan.zero + 1; zero <= 3; ++zero) {
        add({"fix.zero", {{"stage", zero}}}, [&](Plan& p) { p.zero = zero; });
    }
    if (!plan.offload_optimizer) add({"fix.offload-optimizer"}, [](Plan& p) { p.offload_optimizer = true; });
    if (plan.recompute != Recompute::Full) add({"fix.recompute-full"}, [](Plan& p) { p.recompute = Recompute::Full; });
    for (std::uint32_t micro = plan.micro_batch / 2; micro >= 1; micro /= 2) {
        add({"fix.micro-batch", {{"size", micro}}}, [&](Plan& p) { p.micro_batch = micro; });
    }
    for (std::uint32_t factor = 2; factor <= plan.dp; factor *= 2) {
        if (plan.dp % factor != 0) break;
        const std::uint32_t dp = plan.dp / factor;
        add({"fix.tp-with-dp", {{"tp", plan.tp * factor}, {"dp", dp}}},
            [&](Plan& p) { p.tp *= factor, p.dp /= factor; });
        add({"fix.pp-with-dp", {{"pp", plan.pp * factor}, {"dp", dp}}},
            [&](Plan& p) { p.pp *= factor, p.dp /= factor; });
    }
    return changes;
}

} // namespace

namespace {

/// The most that the host of one node keeps for its devices. Stages follow each other along the devices: a node holds
/// part of one of them, or several.
double bytesOfHost(const TrainingQuery& query, const Plan& plan, double devices) {
    const double per_node = query.cluster.devices_per_node;
    const double of_stage = devices / plan.pp;
    std::vector<double> bytes;
    for (std::uint32_t stage = 0; stage < plan.pp; ++stage)
        bytes.push_back(system::hostBytes(query.job, plan, stage));
    const auto ofNode = [&](double node) {
        const double first = node * per_node, end = std::min(first + per_node, devices);
        double sum = 0.0;
        for (std::size_t stage = 0; stage < bytes.size(); ++stage) {
            const auto place = static_cast<double>(stage);
            sum += bytes[stage] *
                   std::max(0.0, std::min(end, (place + 1.0) * of_stage) - std::max(first, place * of_stage));
        }
        return sum;
    };
    double most = 0.0;
    for (std::uint32_t stage = 0; stage < plan.pp; ++stage) {
        // The node where the stage begins, and the next, which is the stage's alone where that is large.
        const double node = std::floor(stage * of_stage / per_node);
        most = std::max({most, ofNode(node), ofNode(node + 1.0)});
    }
    return most;
}

/// Changes of the plan with which it fits, as few as people read.
std::vector<Message> fixesFor(const TrainingQuery& query, const compose::RuntimeCosts& costs) {
    constexpr std::size_t kMost = 3;
    const double host_bytes = query.document->value("host_memory_bytes", 0.0);
    std::vector<Message> fixes;
    for (const Change& change : savings(query.plan)) {
        if (fixes.size() == kMost) break;
        if (!system::checkPlan(query.job, change.plan, query.devices) || !fitPlan(query, change.plan, costs).fits)
            continue;
        if (host_bytes > 0.0 && bytesOfHost(query, change.plan, query.devices) > host_bytes) continue;
        fixes.push_back(change.text);
    }
    if (fixes.empty()) fixes = {{"fix.no-single-change"}};
    return fixes;
}

} // namespace

bool fitsHosts(const TrainingQuery& query, const Plan& plan, double devices) {
    const double available = query.document->value("host_memory_bytes", 0.0);
    return available <= 0.0 || bytesOfHost(query, plan, devices) <= available;
}

std::optional<Note> hostMemoryNote(const TrainingQuery& query, const compose::RuntimeCosts& costs) {
    const double available = query.document->value("host_memory_bytes", 0.0);
    const double needed = bytesOfHost(query, query.plan, query.devices);
    if (available <= 0.0 || needed <= available) return std::nullopt;
    Note note;
    note.level = Note::Level::Warning;
    note.code = "over-memory";
    note.pointer = "/plan";
    note.text = {"note.host-over-memory",
                 {{"needed", Amount{needed, "B"}},
                  {"devices", std::min<double>(query.cluster.devices_per_node, query.devices)},
                  {"cluster", query.cluster.name},
                  {"available", Amount{available, "B"}}}};
    note.fixes = fixesFor(query, costs);
    return note;
}

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
    note.text = {"note.stage-over-memory",
                 {{"stage", stage},
                  {"stages", query.plan.pp},
                  {"needed", Amount{fit.needed_bytes, "B"}},
                  {"device", query.gpu.name},
                  {"available", Amount{fit.available_bytes, "B"}},
                  {"over", Amount{fit.overBytes(), "B"}}}};
    note.fixes = fixesFor(query, costs);
    return note;
}

Part iterationParts(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step) {
    Part root = makePart("iteration", Category::Total, step.seconds());
    const auto add = [&root](const char* id, Category category, double value, Message formula) {
        if (value > 0.0) root.children.push_back(makePart(id, category, value, std::move(formula)));
    };
    const double micro = terms.micro_batches;
    add("kernels", Category::Compute, step.compute_s, {"formula.micro-batches", {{"count", micro}}});
    add("recomputation", Category::Compute, step.recompute_s,
        {"formula.recomputation", {{"count", micro}, {"what", system::name(query.plan.recompute)}}});
    add("launches", Category::Launch, step.launch_s, {"formula.launches"});
    add("rollout", Category::Compute, step.rollout_s, {"formula.rollout"});
    add("rollout-wait", Category::Synchronisation, step.rollout_wait_s, {"formula.rollout-wait"});
    add("scoring", Category::Compute, step.scoring_s, {"formula.scoring"});
    add("resharding", Category::Communication, step.reshard_s, {"formula.resharding"});
    add("tensor-parallel", Category::Communication, step.tensor_s,
        {"formula.tensor-parallel", {{"ranks", query.plan.tp}}});
    add("context-parallel", Category::Communication, step.context_s, {"formula.context-parallel"});
    add("expert-all-to-all", Category::Communication, step.expert_s,
        {"formula.expert-all-to-all", {{"ranks", query.plan.ep}}});
    add("stage-to-stage", Category::Communication, step.send_s, {"formula.stage-to-stage"});
    add("bubble", Category::Bubble, step.bubble_s,
        {"formula.pipeline-bubble", {{"stages", terms.stages - 1.0}, {"chunks", terms.chunks}}});
    add("data-parallel-exposed", Category::Communication, step.data_s, {"formula.data-parallel-exposed"});
    add("slower-beside-collectives", Category::Communication, step.slowdown_s, {"formula.slower-beside-collectives"});
    add("optimizer", Category::Memory, step.optimizer_s, {"formula.optimizer"});
    add("host", Category::Launch, step.host_s, {"formula.host-of-step"});
    add("host-memory", Category::Memory, step.offload_s, {"formula.host-memory"});
    add("stragglers", Category::Synchronisation, step.stragglers_s,
        {"formula.stragglers", {{"devices", query.devices}}});
    return root;
}

Part stageMemoryParts(const system::StageMemory& memory) {
    Part root = makePart("fullest-stage", Category::Total, memory.total());
    const auto add = [&root](const char* id, double value, Message formula) {
        if (value > 0.0) root.children.push_back(makePart(id, Category::Memory, value, std::move(formula)));
    };
    add("weights", memory.weights_bytes, {"formula.stage-weights"});
    add("gradients", memory.gradients_bytes, {"formula.stage-gradients"});
    add("optimizer", memory.optimizer_bytes, {"formula.stage-optimizer"});
    add("activations", memory.activations_bytes, {"formula.stage-activations", {{"count", memory.in_flight}}});
    add("buffers", memory.buffers_bytes, {"formula.stage-buffers"});
    return root;
}

Part trainingEnergyParts(const TrainingQuery& query, const system::StepTerms& terms, const system::StepTime& step,
                         double idle_w) {
    const auto [kernels_j, waits_j] = system::stepEnergy(terms, step, query.devices, idle_w);
    Part root = makePart("all-devices", Category::Total, kernels_j + waits_j);
    root.children = {
        makePart("kernels", Category::Compute, kernels_j, {"formula.of-devices", {{"devices", query.devices}}}),
        makePart("waiting", Category::Other, waits_j, {"formula.waiting"})};
    return root;
}

} // namespace strata::methods
