// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/network/network_methods.h"
#include "core/evaluate/methods/system/system_methods.h"

#include <algorithm>

namespace strata::methods {
namespace {

std::int64_t whole(double value) { return static_cast<std::int64_t>(value); }

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
    for (const system::GroupTraffic& group_traffic : traffic) {
        double sent = 0.0;
        for (const double bytes : group_traffic.level_bytes)
            sent += bytes;
        table.rows.push_back({std::string(group_traffic.group),
                              std::string(network::name(group_traffic.each.collective)),
                              whole(group_traffic.each.ranks), whole(group_traffic.each.stride),
                              group_traffic.each.bytes, group_traffic.each.times, sent});
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
    for (const system::GroupTraffic& group_traffic : traffic)
        for (std::size_t level = 0; level < loads.size(); ++level)
            loads[level].bytes += group_traffic.level_bytes[level];
    if (cluster.scale_out.nics_per_node == 0) loads.pop_back();
    return linkTable(loads, iteration_s);
}

static std::vector<Cell> planCells(const system::PlanPoint& point) {
    const system::Plan& plan = point.plan;
    return {whole(point.devices),    whole(plan.tp),         whole(plan.pp),
            whole(plan.dp),          whole(plan.cp),         whole(plan.ep),
            whole(plan.micro_batch), whole(plan.interleave), std::string(system::name(plan.recompute)),
            whole(plan.zero)};
}

Table planTable(const char* name, const std::vector<system::PlanPoint>& points) {
    Table table{name,
                {"devices", "tp", "pp", "dp", "cp", "ep", "micro_batch", "interleave", "recompute", "zero",
                 "iteration_s", "memory_bytes", "energy_j", "slower_by", "slower_by_s"},
                {}};
    for (const system::PlanPoint& point : points) {
        auto cells = planCells(point);
        cells.insert(cells.end(), {point.iteration_s, point.memory_bytes, point.energy_j});
        if (point.slower_by.empty())
            cells.insert(cells.end(), {Cell(), Cell()});
        else
            cells.insert(cells.end(), {std::string(point.slower_by), point.slower_by_s});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Table largePlanTable(const std::vector<system::PlanPoint>& points, double available_bytes) {
    Table table{"plans_too_large",
                {"devices", "tp", "pp", "dp", "cp", "ep", "micro_batch", "interleave", "recompute", "zero",
                 "memory_bytes", "available_bytes"},
                {}};
    for (const system::PlanPoint& point : points) {
        auto cells = planCells(point);
        cells.insert(cells.end(), {point.memory_bytes, available_bytes});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace strata::methods
