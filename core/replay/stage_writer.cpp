// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/stage_writer.h"

#include <utility>

namespace strata::replay {

using exchange::ExecutionTrace;
using exchange::TraceNode;
using exchange::TracePhase;
using exchange::TraceWork;
using system::PipelineTask;
using system::Work;

void StageWriter::add(const PipelineTask& task, std::uint32_t stages) {
    const TaskMessages messages = messagesOf(task, stages, 1);
    if (messages.receive) message(TraceWork::Receive, *messages.receive);
    const std::string name = std::string(system::name(task.work)) + " " + std::to_string(task.micro_batch);
    pass(name, task.work == Work::Forward ? work_.forward : work_.backward,
         task.work == Work::Forward ? TracePhase::Forward : TracePhase::Backward);
    if (messages.send) message(TraceWork::Send, *messages.send);
}

ExecutionTrace StageWriter::take(double tail_s) {
    pass("update", work_.update, TracePhase::Update);
    if (tail_s > 0.0) {
        TraceNode host;
        host.name = "end of the step";
        host.on_host = true;
        host.duration_s = tail_s;
        place(std::move(host), false);
    }
    return std::move(trace_);
}

std::uint32_t StageWriter::place(TraceNode node, bool leads) {
    const auto at = static_cast<std::uint32_t>(trace_.nodes.size());
    node.id = at;
    node.dependencies = before_;
    if (leads) before_ = {at};
    trace_.nodes.push_back(std::move(node));
    return at;
}

void StageWriter::pass(const std::string& name, const PassTimes& times, TracePhase phase) {
    TraceNode node;
    node.name = name;
    node.phase = phase;
    node.duration_s = times.compute_s;
    node.lag_s = times.wait_s;
    place(node, true);
    if (times.communication_s <= 0.0) return;
    node.name += " communication";
    node.work = TraceWork::Collective;
    node.group = "of stage " + std::to_string(stage_);
    node.duration_s = times.communication_s;
    node.lag_s = 0.0;
    place(std::move(node), true);
}

void StageWriter::message(TraceWork work, const StageMessage& what) {
    const bool sends = work == TraceWork::Send;
    TraceNode node;
    node.name = (sends ? "send to stage " : "receive from stage ") + std::to_string(what.peer);
    node.work = work;
    node.bytes = message_bytes_;
    node.duration_s = message_s_;
    node.source = sends ? stage_ : what.peer;
    node.destination = sends ? what.peer : stage_;
    node.tag = what.tag;
    if (sends) {
        place(std::move(node), false);
        return;
    }
    // Received beside whatever runs; the pass needs it.
    const std::vector<std::uint32_t> computed = std::exchange(before_, {});
    const std::uint32_t at = place(std::move(node), false);
    before_ = computed;
    before_.push_back(at);
}

} // namespace strata::replay
