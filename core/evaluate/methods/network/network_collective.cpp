// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/methods/gpu/gpu_methods.h"
#include "core/evaluate/methods/network/network_methods.h"
#include "core/evaluate/resolve.h"
#include "core/network/step_model.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace strata::methods {
namespace {

using hardware::Topology;
using network::Algorithm;
using network::Collective;
using network::StepTopology;

constexpr double kCyclesPerSecond = 1e9; // of the step model: a cycle is a nanosecond

Note busiestNote(const CollectiveQuery& query, const network::CollectiveTime& time) {
    const network::Dimension& slowest = query.fabric.dimensions[time.slowest];
    const network::PhaseTime& busy = time.busy[time.slowest];
    const bool latency = busy.latency_s > busy.bandwidth_s;
    const std::string pointer = "/hardware" + slowest.pointer;
    Message text{latency ? "note.latency-of-level" : "note.bandwidth-of-level", {{"level", slowest.name}}};
    Note note = collectiveNote(latency ? "latency-limited" : "bandwidth-limited", std::move(text), pointer);
    note.decides = true;
    return note;
}

StepTopology stepTopology(Topology topology) {
    if (topology == Topology::FullyConnected) return StepTopology::FullyConnected;
    const bool is_ring = topology == Topology::Ring || topology == Topology::Mesh || topology == Topology::CubeMesh;
    return is_ring ? StepTopology::Ring : StepTopology::Switch;
}

network::StepDimension stepDimension(const CollectiveQuery& query, const network::Dimension& dimension) {
    network::StepDimension step;
    step.topology = stepTopology(dimension.topology);
    step.ranks = dimension.ranks;
    // The model's bandwidth is that of one link.
    double links = 1.0;
    if (step.topology == StepTopology::Ring) links = 2.0;
    if (step.topology == StepTopology::FullyConnected) links = dimension.ranks - 1.0;
    step.bytes_per_cycle = dimension.bandwidth_bytes_per_s / links / kCyclesPerSecond;
    const bool end_to_end = dimension.topology == Topology::FatTree || dimension.topology == Topology::Dragonfly;
    // Neighbours of a ring that is folded into an open line are two hops apart.
    const double hops = dimension.topology == Topology::Mesh ? std::min(2.0, dimension.ranks - 1.0) : 1.0;
    step.latency_cycles = hops * dimension.latency_s * kCyclesPerSecond / (end_to_end ? 2.0 : 1.0);
    const bool exchange = query.collective == Collective::AllToAll;
    const bool halves = std::has_single_bit(dimension.ranks) && !exchange;
    if (step.topology == StepTopology::FullyConnected) step.algorithm = Algorithm::Direct;
    if (step.topology == StepTopology::Switch) {
        step.algorithm = halves ? Algorithm::HalvingDoubling : exchange ? Algorithm::Direct : Algorithm::Ring;
    }
    if (query.options.algorithm) step.algorithm = *query.options.algorithm;
    return step;
}

network::StepConfig stepConfig(const CollectiveQuery& query) {
    network::StepConfig config;
    for (const network::Dimension& dimension : query.fabric.dimensions) {
        config.dimensions.push_back(stepDimension(query, dimension));
    }
    for (std::size_t level = 0; level < query.level_algorithms.size(); ++level)
        config.dimensions[level].algorithm = query.level_algorithms[level];
    config.chunks = query.options.chunks;
    config.active_chunks = query.active_chunks;
    config.contention = query.contention && config.dimensions.size() == 1;
    config.shares_links = query.shares_links;
    // One cycle is a nanosecond.
    if (query.endpoint_s) config.endpoint_cycles = *query.endpoint_s * 1e9;
    if (query.reduction_bytes_per_s) config.memory_bytes_per_cycle = *query.reduction_bytes_per_s * 1e-9;
    config.scatters = query.scatters;
    return config;
}

Error stepError(Error error) {
    error.pointer = error.code == "not-supported" ? "/workload/collective" : "/plan/algorithm";
    return error;
}

} // namespace

Estimate alphaBetaEstimate(const CollectiveQuery& query) {
    const auto time = network::alphaBetaTime(query.fabric, query.collective, query.busiestBytes(), query.options);
    Estimate estimate;
    estimate.metrics = collectiveMetrics(query, time.seconds);
    estimate.parts.emplace_back("latency_s", collectiveParts(query, time));
    estimate.tables = {levelTable(query, time.phases), linkTable(phaseLoads(query, time.phases), time.seconds)};
    estimate.notes = {busiestNote(query, time)};
    return estimate;
}

Result<Estimate> estimateCollectiveAlphaBeta(const Request& request, const Context& context) {
    const auto query = queryOf<CollectiveQuery>(request, context.library, resolveCollective);
    if (!query) return query.error();
    if (auto alone = checkAlone(*query); !alone) return alone.error();
    return alphaBetaEstimate(*query);
}

Result<Estimate> estimateCollectiveStep(const Request& request, const Context& context) {
    const auto query = queryOf<CollectiveQuery>(request, context.library, resolveCollective);
    if (!query) return query.error();
    if (auto alone = checkAlone(*query); !alone) return alone.error();
    const network::StepConfig config = stepConfig(*query);
    // Here an all-gather is stated by what a rank puts in.
    const double ranks = query->collective == Collective::AllGather ? static_cast<double>(query->fabric.ranks()) : 1.0;
    const auto bytes = static_cast<std::uint64_t>(std::llround(query->busiestBytes() / ranks));
    const auto cycles = network::stepCycles(config, query->collective, bytes);
    if (!cycles) return stepError(cycles.error());
    const auto empty = network::stepCycles(config, query->collective, 0);
    if (!empty) return stepError(empty.error());
    Estimate estimate;
    const double seconds = *cycles / kCyclesPerSecond;
    estimate.metrics = collectiveMetrics(*query, seconds);
    estimate.parts.emplace_back(
        "latency_s", twoCollectiveParts(*query, seconds, *empty / kCyclesPerSecond, {"formula.bytes-overlapping"}));
    Table table{"levels", {"level", "ranks", "algorithm"}, {}};
    for (std::size_t d = 0; d < config.dimensions.size(); ++d) {
        table.rows.push_back({query->fabric.dimensions[d].name, static_cast<std::int64_t>(config.dimensions[d].ranks),
                              std::string(network::name(config.dimensions[d].algorithm))});
    }
    const auto phases = network::phasesOf(query->fabric, query->collective, query->busiestBytes());
    estimate.tables = {std::move(table), linkTable(phaseLoads(*query, phases), seconds)};
    if (!config.contention && config.active_chunks > 1)
        estimate.notes.push_back(collectiveNote("no-contention", {"note.no-contention"}));
    return estimate;
}

} // namespace strata::methods
