// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/plan_trace.h"

#include "core/replay/messages.h"
#include "core/replay/plan_costs.h"
#include "core/system/model_counts.h"

#include <algorithm>

namespace strata::replay {
namespace {

using exchange::ExecutionTrace;
using exchange::TraceNode;
using exchange::TraceWork;
using system::PipelineTask;
using system::Work;

constexpr double kMostNodes = 4e6;

/// Writes the graph of one stage.
class StageWriter {
public:
    StageWriter(const PlannedStep& step, const StageCosts& costs, const system::PipelineShape& shape,
                std::uint32_t stage)
        : step_(step), costs_(costs), shape_(shape), stage_(stage) {}

    ExecutionTrace write(const std::vector<PipelineTask>& tasks) {
        for (const PipelineTask& task : tasks) {
            if (task.stage == stage_) addTask(task);
        }
        addUpdate();
        return std::move(trace_);
    }

private:
    std::uint32_t add(TraceNode node, std::vector<std::uint32_t> after) {
        const auto place = static_cast<std::uint32_t>(trace_.nodes.size());
        node.id = place;
        node.dependencies = std::move(after);
        trace_.nodes.push_back(std::move(node));
        return place;
    }
    std::vector<std::uint32_t> chained() const {
        return has_last_ ? std::vector<std::uint32_t>{last_} : std::vector<std::uint32_t>{};
    }
    void follow(std::uint32_t place) {
        last_ = place;
        has_last_ = true;
    }
    void compute(const std::string& name, double seconds, std::vector<std::uint32_t> also = {}, double flop = 0.0) {
        TraceNode node;
        node.name = name;
        node.flop = flop;
        node.duration_s = seconds;
        auto after = chained();
        after.insert(after.end(), also.begin(), also.end());
        follow(add(std::move(node), std::move(after)));
    }
    std::uint32_t exchange(const LayerExchange& what, const std::string& name, std::vector<std::uint32_t> after) {
        TraceNode node;
        node.name = name + " " + std::string(exchange::name(what.kind));
        node.work = TraceWork::Collective;
        node.collective = what.kind;
        node.bytes = what.bytes;
        node.duration_s = what.seconds;
        node.group = std::string(what.group) + " stage " + std::to_string(stage_);
        node.ranks = what.ranks;
        return add(std::move(node), std::move(after));
    }
    std::uint32_t message(TraceWork work, const StageMessage& what, std::vector<std::uint32_t> after);
    void addTask(const PipelineTask& task);
    void addLayers(const PipelineTask& task, std::vector<std::uint32_t> input);
    const std::vector<LayerExchange>& behind(Work work) const;
    void addUpdate();
    double flopOf(Work work) const;

    const PlannedStep& step_;
    const StageCosts& costs_;
    const system::PipelineShape& shape_;
    std::uint32_t stage_;
    ExecutionTrace trace_;
    std::uint32_t last_ = 0;
    bool has_last_ = false;
    std::vector<std::uint32_t> gathered_after_; ///< what the next layer's weights wait for
    std::vector<std::uint32_t> reduced_;
};

std::uint32_t StageWriter::message(TraceWork work, const StageMessage& what, std::vector<std::uint32_t> after) {
    TraceNode node;
    const bool sends = work == TraceWork::Send;
    node.name = (sends ? "send to stage " : "receive from stage ") + std::to_string(what.peer);
    node.work = work;
    node.bytes = costs_.message_bytes;
    node.duration_s = costs_.message_s;
    node.source = sends ? stage_ : what.peer;
    node.destination = sends ? what.peer : stage_;
    node.tag = what.tag;
    return add(std::move(node), std::move(after));
}

void StageWriter::addTask(const PipelineTask& task) {
    const auto stages = static_cast<std::uint32_t>(shape_.forward_s.size());
    const TaskMessages messages = messagesOf(task, stages, shape_.chunks);
    std::vector<std::uint32_t> input;
    if (messages.receive) input.push_back(message(TraceWork::Receive, *messages.receive, {}));
    addLayers(task, std::move(input));
    if (messages.send) message(TraceWork::Send, *messages.send, chained());
}

/// Of one micro-batch, or its chunk, on one rank: a third forward, the rest backward.
double StageWriter::flopOf(Work work) const {
    const double passes = step_.plan.lora > 0 ? 2.0 : 3.0;
    const double chunks = step_.plan.devices() * step_.terms.micro_batches * shape_.chunks;
    const double once = system::modelFlop(step_.job, step_.plan) / (passes * chunks);
    const double again = step_.plan.recompute == system::Recompute::Full ? 1.0 : 0.0;
    const bool splits = shape_.schedule == system::Schedule::ZeroBubble;
    if (work == Work::Backward) return (again + (splits ? 1.0 : passes - 1.0)) * once;
    return once;
}

/// Exchanges behind the layers of one pass.
const std::vector<LayerExchange>& StageWriter::behind(Work work) const {
    static const std::vector<LayerExchange> none;
    if (work == Work::Weight) return none;
    return work == Work::Forward ? costs_.forward : costs_.backward;
}

void StageWriter::addLayers(const PipelineTask& task, std::vector<std::uint32_t> input) {
    const std::string name = std::string(system::name(task.work)) + " " + std::to_string(task.micro_batch) +
                             (shape_.chunks > 1 ? " chunk " + std::to_string(task.chunk) : std::string());
    const auto& exchanges = behind(task.work);
    const double kernels_s = std::max(0.0, task.end_s - task.start_s - costs_.layers * secondsOf(exchanges));
    const Work last = shape_.schedule == system::Schedule::ZeroBubble ? Work::Weight : Work::Backward;
    const bool reduces = task.work == last && !costs_.reduce.empty() &&
                         (costs_.reduces_always || task.micro_batch + 1 == shape_.micro_batches);
    const bool gathers = task.work != Work::Weight && !costs_.gather.empty();
    const std::uint32_t pieces = exchanges.empty() && !reduces && !gathers ? 1 : costs_.layers;
    for (std::uint32_t layer = 0; layer < pieces; ++layer) {
        std::vector<std::uint32_t> needs;
        if (layer == 0) needs = input;
        // A layer is gathered while the one before it computes.
        for (std::size_t i = 0; gathers && i < costs_.gather.size(); ++i)
            needs.push_back(exchange(costs_.gather[i], name, gathered_after_));
        gathered_after_ = chained();
        // The type of the operands stands in the name, as in those of libraries' kernels.
        compute(name + " " + std::string(strata::name(step_.job.precision)), kernels_s / pieces, needs,
                flopOf(task.work) / pieces);
        for (const LayerExchange& planned : exchanges)
            follow(exchange(planned, name, chained()));
        for (std::size_t i = 0; reduces && i < costs_.reduce.size(); ++i)
            reduced_.push_back(exchange(costs_.reduce[i], name, chained()));
    }
}

void StageWriter::addUpdate() {
    compute("optimizer", step_.coefficients.compute * step_.terms.optimizer_s, reduced_);
    for (const LayerExchange& layer_exchange : costs_.update)
        follow(exchange(layer_exchange, "update", chained()));
    // With more devices the slowest of them is slower; all wait for it.
    if (const double waits_s = system::stepTime(step_.terms, step_.coefficients).stragglers_s; waits_s > 0.0)
        compute("wait for the slowest device", waits_s);
    if (step_.coefficients.step_s <= 0.0) return;
    TraceNode host;
    host.name = "end of the step";
    host.on_host = true;
    host.duration_s = step_.coefficients.step_s;
    add(std::move(host), chained());
}

} // namespace

Result<std::vector<ExecutionTrace>> tracesOf(const PlannedStep& step) {
    const system::PipelineShape shape = system::pipelineOf(step.terms, step.coefficients);
    const auto timeline = system::followPipeline(shape);
    if (!timeline) return timeline.error();
    const StageCosts costs = stageCostsOf(step);
    const auto a_layer = static_cast<double>(1 + costs.forward.size() + costs.backward.size() + costs.gather.size());
    if (static_cast<double>(timeline->tasks.size()) * costs.layers * a_layer > kMostNodes) {
        return Error{"too-large",
                     "/plan/micro_batch",
                     {"error.step-has-more-than-4-000"},
                     {"accepted.fewer-micro-batches-or-layers"},
                     {}};
    }
    std::vector<ExecutionTrace> traces;
    for (std::uint32_t stage = 0; stage < shape.forward_s.size(); ++stage)
        traces.push_back(StageWriter(step, costs, shape, stage).write(timeline->tasks));
    return traces;
}

} // namespace strata::replay
