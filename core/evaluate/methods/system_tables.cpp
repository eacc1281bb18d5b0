// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/network_methods.h"
#include "core/evaluate/methods/system_methods.h"

#include <algorithm>
#include <map>

namespace strata::methods {
namespace {

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

class TimelineWriter {
public:
    TimelineWriter(Table& table, const system::PipelineShape& shape) : table_(table), shape_(shape) {}

    void task(const system::PipelineTask& task) {
        idle(task.stage, task.start_s);
        const double both_s = shape_.forward_s[task.stage] + shape_.backward_s[task.stage];
        const double share = both_s > 0.0 ? shape_.communication_s[task.stage] / both_s : 0.0;
        const double inside_s = task.work == system::Work::Weight ? 0.0 : share * (task.end_s - task.start_s);
        row(task.stage, whole(task.micro_batch), whole(task.chunk), std::string(system::name(task.work)), task.start_s,
            task.end_s, inside_s);
        free_s_[task.stage] = task.end_s;
        if (shape_.send_s > 0.0) message(task);
    }
    void idle(std::uint32_t stage, double until_s) {
        constexpr double kRounding = 1e-12;
        if (until_s > free_s_[stage] * (1.0 + kRounding) && until_s > 0.0)
            row(stage, {}, {}, "bubble", free_s_[stage], until_s, 0.0);
        free_s_[stage] = until_s;
    }
    void together(const char* work, double start_s, double seconds) {
        if (seconds <= 0.0) return;
        for (std::uint32_t stage = 0; stage < shape_.forward_s.size(); ++stage)
            row(stage, {}, {}, work, start_s, start_s + seconds, 0.0);
    }

private:
    /// Messages travel beside the work of their sender.
    void message(const system::PipelineTask& task) {
        const bool forward = task.work == system::Work::Forward;
        const bool ends = forward ? task.stage + 1 == shape_.forward_s.size() && task.chunk + 1 == shape_.chunks
                                  : task.stage == 0 && task.chunk == 0;
        if (task.work == system::Work::Weight || ends) return;
        row(task.stage, whole(task.micro_batch), whole(task.chunk), forward ? "send forward" : "send backward",
            task.end_s, task.end_s + shape_.send_s, shape_.send_s);
    }
    void row(std::uint32_t stage, Cell micro_batch, Cell chunk, std::string work, double start_s, double end_s,
             double communication_s) {
        table_.rows.push_back(
            {whole(stage), std::move(micro_batch), std::move(chunk), std::move(work), start_s, end_s, communication_s});
    }

    Table& table_;
    const system::PipelineShape& shape_;
    std::map<std::uint32_t, double> free_s_;
};

} // namespace

Table memoryByStageTable(const TrainingQuery& query, double capacity_bytes) {
    Table table{"memory_by_stage",
                {"stage", "weights_bytes", "gradients_bytes", "optimizer_bytes", "activations_bytes", "buffers_bytes",
                 "total_bytes", "capacity_bytes"},
                {}};
    for (std::uint32_t stage = 0; stage < query.plan.pp; ++stage) {
        const system::StageMemory memory = system::stageMemory(query.job, query.plan, stage);
        table.rows.push_back({whole(stage), memory.weights_bytes, memory.gradients_bytes, memory.optimizer_bytes,
                              memory.activations_bytes, memory.buffers_bytes, memory.total(), capacity_bytes});
    }
    return table;
}

Table groupTable(const TrainingQuery& query, const system::ClusterLinks& links) {
    const system::Plan& plan = query.plan;
    const double tp = plan.tp;
    const double stage = tp * plan.cp * plan.dp;
    Table table{"groups", {"group", "ranks", "stride", "groups", "nodes_per_group", "crosses_nodes"}, {}};
    const auto add = [&](const char* kind, double ranks, double stride) {
        if (ranks <= 1.0) return;
        table.rows.push_back({std::string(kind), whole(ranks), whole(stride), whole(query.devices / ranks),
                              whole(links.nodesOf(ranks, stride)),
                              std::string(links.crossesNodes(ranks, stride) ? "yes" : "no")});
    };
    add("tensor", tp, 1.0);
    add("context", plan.cp, tp);
    add("expert", plan.ep, 1.0);
    add("data", plan.dp, tp * plan.cp);
    add("pipeline", plan.pp, stage);
    return table;
}

Table trafficTable(const std::vector<system::GroupTraffic>& traffic) {
    Table table{"traffic", {"group", "collective", "ranks", "stride", "bytes", "times", "sent_bytes"}, {}};
    for (const system::GroupTraffic& one : traffic) {
        double sent = 0.0;
        for (const double bytes : one.level_bytes)
            sent += bytes;
        table.rows.push_back({std::string(one.group), std::string(network::name(one.each.collective)),
                              whole(one.each.ranks), whole(one.each.stride), one.each.bytes, one.each.times, sent});
    }
    return table;
}

Table stepLinkTable(const TrainingQuery& query, const std::vector<system::GroupTraffic>& traffic, double iteration_s) {
    std::vector<LevelLoad> loads;
    const hardware::Cluster& cluster = query.cluster;
    for (const hardware::ScaleUpLevel& level : cluster.scale_up)
        loads.push_back({level.name, 0.0, system::bandwidthTogether(level), 0.0});
    loads.push_back({cluster.scale_out.technology, 0.0,
                     cluster.nicBandwidth_bytes_per_s(static_cast<double>(cluster.devices_per_node)), 0.0});
    for (const system::GroupTraffic& one : traffic)
        for (std::size_t level = 0; level < loads.size(); ++level)
            loads[level].bytes += one.level_bytes[level];
    if (cluster.scale_out.nics_per_node == 0) loads.pop_back();
    return linkTable(loads, iteration_s);
}

Table planTable(const char* name, const std::vector<system::PlanPoint>& points) {
    Table table{name,
                {"devices", "tp", "pp", "dp", "cp", "ep", "micro_batch", "interleave", "recompute", "zero",
                 "iteration_s", "memory_bytes", "energy_j"},
                {}};
    for (const system::PlanPoint& point : points) {
        const system::Plan& plan = point.plan;
        table.rows.push_back({whole(point.devices), whole(plan.tp), whole(plan.pp), whole(plan.dp), whole(plan.cp),
                              whole(plan.ep), whole(plan.micro_batch), whole(plan.interleave),
                              std::string(system::name(plan.recompute)), whole(plan.zero), point.iteration_s,
                              point.memory_bytes, point.energy_j});
    }
    return table;
}

Table timelineTable(const system::PipelineShape& shape, const system::PipelineTimeline& timeline,
                    const system::StepTime& step) {
    Table table{"timeline", {"stage", "micro_batch", "chunk", "work", "start_s", "end_s", "communication_s"}, {}};
    TimelineWriter writer(table, shape);
    for (const system::PipelineTask& task : timeline.tasks)
        writer.task(task);
    for (std::uint32_t stage = 0; stage < shape.forward_s.size(); ++stage)
        writer.idle(stage, timeline.seconds);
    double now_s = timeline.seconds;
    const auto next = [&](const char* work, double seconds) {
        writer.together(work, now_s, seconds);
        now_s += seconds;
    };
    next("gradient sync", step.data_s + step.slowdown_s);
    next("optimizer", step.optimizer_s);
    next("host", step.host_s);
    return table;
}

} // namespace strata::methods
