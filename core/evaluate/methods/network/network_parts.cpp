// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/network/network_methods.h"

#include <algorithm>

namespace strata::methods {
namespace {

Message sourceOf(const CollectiveQuery& query, const network::Dimension& dimension, const char* key) {
    return verbatim(strata::sourceOf(*query.document, dimension.pointer + key));
}

Part levelPart(const CollectiveQuery& query, const network::Dimension& dimension, const network::PhaseTime& time) {
    Part level = namedPart(dimension.name, Category::Communication, time.seconds());
    level.children = {
        makePart("latency", Category::Communication, time.latency_s,
                 {"formula.steps-of-level", {{"steps", time.steps}, {"hop", Amount{dimension.latency_s, "s"}}}},
                 sourceOf(query, dimension, "/latency_s")),
        makePart("bytes", Category::Communication, time.bandwidth_s,
                 {"formula.bytes-of-level", {{"bandwidth", Amount{dimension.bandwidth_bytes_per_s, "B/s"}}}},
                 sourceOf(query, dimension,
                          dimension.between_nodes ? "/nic_bandwidth_bytes_per_s" : "/bandwidth_bytes_per_s")),
    };
    return level;
}

} // namespace

Note collectiveNote(std::string code, Message text, std::string pointer) {
    return {Note::Level::Info, std::move(code), std::move(text), std::move(pointer)};
}

Part collectiveRoot(const CollectiveQuery& query, double seconds) {
    return namedPart(std::string(network::name(query.collective)), Category::Total, seconds);
}

Part twoCollectiveParts(const CollectiveQuery& query, double seconds, double empty_s, Message bytes_formula) {
    Part root = collectiveRoot(query, seconds);
    root.children = {makePart("latency", Category::Communication, empty_s, {"formula.empty-steps"}),
                     makePart("bytes", Category::Communication, seconds - empty_s, std::move(bytes_formula))};
    return root;
}

Result<void> checkAlone(const CollectiveQuery& query) {
    if (query.jobs.empty()) return {};
    return Error{"not-supported",
                 "/workload/jobs",
                 {"error.jobs-holds-further-collectives-and-method", {{"jobs", query.jobs.size()}}},
                 {"accepted.method-network-link"},
                 {}};
}

std::vector<Metric> collectiveMetrics(const CollectiveQuery& query, double seconds, double log_p10, double log_p90) {
    const double algorithm = query.bytes / seconds;
    const double ranks = static_cast<double>(query.fabric.ranks());
    const double bus = algorithm * network::busFactor(query.collective, ranks);
    if (log_p10 == 0.0 && log_p90 == 0.0) {
        return {exactMetric("latency_s", seconds), exactMetric("bus_bandwidth_bytes_per_s", bus),
                exactMetric("algorithm_bandwidth_bytes_per_s", algorithm)};
    }
    return {timeMetric("latency_s", seconds, log_p10, log_p90),
            rateMetric("bus_bandwidth_bytes_per_s", bus, log_p10, log_p90),
            rateMetric("algorithm_bandwidth_bytes_per_s", algorithm, log_p10, log_p90)};
}

Part collectiveParts(const CollectiveQuery& query, const network::CollectiveTime& time) {
    Part root = collectiveRoot(query, time.seconds);
    const bool overlaps =
        query.options.order != network::DimensionOrder::Sequential && query.options.chunks > 1 && !time.busy.empty();
    if (!overlaps) {
        for (const network::DimensionPhase& phase : time.phases) {
            const network::Dimension& dimension = query.fabric.dimensions[phase.dimension];
            Part part = levelPart(query, dimension, phase.time);
            const std::string collective(network::name(phase.collective));
            part.id = dimension.name + "/" + collective;
            part.title = {"part.collective-of-level", {{"level", dimension.name}, {"collective", collective}}};
            root.children.push_back(std::move(part));
        }
        return root;
    }
    const network::Dimension& slowest = query.fabric.dimensions[time.slowest];
    const network::PhaseTime& busy = time.busy[time.slowest];
    root.children = {levelPart(query, slowest, busy),
                     makePart("waiting-for-other-levels", Category::Bubble, time.seconds - busy.seconds(),
                              {"formula.first-and-last-chunks", {{"chunks", query.options.chunks}}})};
    return root;
}

Table levelTable(const CollectiveQuery& query, const std::vector<network::DimensionPhase>& phases) {
    Table table{
        "levels", {"level", "ranks", "collective", "algorithm", "bytes", "steps", "latency_s", "bandwidth_s"}, {}};
    for (const network::DimensionPhase& phase : phases) {
        const network::Dimension& dimension = query.fabric.dimensions[phase.dimension];
        table.rows.push_back({dimension.name, static_cast<std::int64_t>(dimension.ranks),
                              std::string(network::name(phase.collective)), std::string(network::name(phase.algorithm)),
                              phase.bytes, phase.time.steps, phase.time.latency_s, phase.time.bandwidth_s});
    }
    return table;
}

Table linkTable(const std::vector<LevelLoad>& levels, double seconds) {
    Table table{"links", {"level", "bytes", "bandwidth_bytes_per_s", "busy"}, {}};
    for (const LevelLoad& level : levels) {
        const double busy_s =
            level.busy_s > 0.0 ? level.busy_s : level.bytes / std::max(1.0, level.bandwidth_bytes_per_s);
        table.rows.push_back({level.name, level.bytes, level.bandwidth_bytes_per_s,
                              seconds > 0.0 ? std::min(1.0, busy_s / seconds) : 0.0});
    }
    return table;
}

std::vector<LevelLoad> phaseLoads(const CollectiveQuery& query, const std::vector<network::DimensionPhase>& phases) {
    std::vector<LevelLoad> loads;
    for (const network::Dimension& dimension : query.fabric.dimensions)
        loads.push_back({dimension.name, 0.0, dimension.bandwidth_bytes_per_s, 0.0});
    for (const network::DimensionPhase& phase : phases) {
        LevelLoad& load = loads[phase.dimension];
        load.bytes += network::sentBytes(phase.collective, query.fabric.dimensions[phase.dimension].ranks, phase.bytes);
        load.busy_s += phase.time.bandwidth_s;
    }
    return loads;
}

} // namespace strata::methods
