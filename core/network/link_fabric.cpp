// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/link_events.h"

#include <algorithm>
#include <memory>

namespace strata::network {
namespace {

/// Beyond, alike steps are followed once: so many messages take about a second and 100 MB.
constexpr double kMostTransfers = 1e6;
/// A direct exchange among more ranks is followed as one message of all bytes per rank.
constexpr std::uint32_t kMostDirectRanks = 512;

struct Level {
    Graph graph;
    std::uint32_t stride = 1;     ///< ranks between neighbours of this dimension
    std::uint32_t first_link = 0; ///< of its first group
};

/// Alike steps: one of them, and how many there are.
struct AlikeSteps {
    std::vector<Transfer> transfers;
    double repeats = 1.0;
};

std::vector<Transfer> shift(std::uint32_t ranks, std::uint32_t distance, double bytes) {
    std::vector<Transfer> transfers;
    transfers.reserve(ranks);
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        transfers.push_back({rank, (rank + distance) % ranks, 0, bytes});
    return transfers;
}

std::vector<AlikeSteps> alikeSteps(const DimensionPhase& phase, const Dimension& dimension) {
    const std::uint32_t ranks = dimension.ranks;
    const double passes = phase.collective == Collective::AllReduce ? 2.0 : 1.0;
    const double part = phase.bytes / ranks;
    const bool spreads = phase.collective != Collective::Broadcast && phase.collective != Collective::SendRecv;
    if (spreads && (phase.algorithm == Algorithm::Ring || phase.algorithm == Algorithm::BidirectionalRing)) {
        // An all-to-all's steps carry n - 1, n - 2, ... 1 parts: n / 2 on average.
        const double parts = phase.collective == Collective::AllToAll ? ranks / 2.0 : 1.0;
        AlikeSteps steps{shift(ranks, 1, parts * part), passes * (ranks - 1.0)};
        if (phase.algorithm == Algorithm::BidirectionalRing) {
            for (Transfer& transfer : steps.transfers)
                transfer.bytes /= 2.0;
            const auto back = shift(ranks, ranks - 1, parts * part / 2.0);
            steps.transfers.insert(steps.transfers.end(), back.begin(), back.end());
        }
        return {std::move(steps)};
    }
    const bool direct = phase.algorithm == Algorithm::Direct || phase.algorithm == Algorithm::InNetwork;
    if (spreads && direct && ranks > kMostDirectRanks) {
        return {{shift(ranks, ranks / 2, part * (ranks - 1.0)), passes}};
    }
    if (spreads && direct) {
        return {{phaseTransfers(phase.algorithm, Collective::AllToAll, dimension, phase.bytes), passes}};
    }
    return {{phaseTransfers(phase.algorithm, phase.collective, dimension, phase.bytes), 1.0}};
}

Result<LinkTime> symmetricTime(const Fabric& fabric, const std::vector<DimensionPhase>& phases,
                               const std::stop_token& stop) {
    LinkTime time;
    time.symmetric = true;
    for (const DimensionPhase& phase : phases) {
        const Dimension& dimension = fabric.dimensions[phase.dimension];
        const auto graph = graphOf(dimension);
        if (!graph) return graph.error();
        const Router route = [&graph](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) {
            graph->route(from, to, links);
        };
        double phase_s = 0.0;
        for (AlikeSteps& steps : alikeSteps(phase, dimension)) {
            const LinkJob job{std::move(steps.transfers), 0.0};
            const auto followed = followLinks(graph->links(), dimension.ranks, route, std::span(&job, 1), {}, stop);
            if (!followed) return followed.error();
            phase_s += steps.repeats * followed->end_s();
            const double groups = static_cast<double>(fabric.ranks()) / dimension.ranks;
            time.queued_s += steps.repeats * groups * followed->queued_s;
        }
        time.phase_s.push_back(phase_s);
        time.seconds += phase_s;
    }
    return time;
}

/// Shortest paths over links that are stated one by one.
Result<FabricNetwork> wiredNetwork(const PlacedWires& wiring) {
    std::vector<GraphLink> links;
    for (const hardware::Wire& wire : wiring.wires)
        links.push_back({wire.from, wire.to, wire.bandwidth_bytes_per_s, wire.latency_s});
    auto graph = Graph::make(wiring.devices, wiring.devices + wiring.switches, links);
    if (!graph) return graph.error();
    const auto shared = std::make_shared<const Graph>(*std::move(graph));
    return FabricNetwork{std::move(links), [shared, device_of = wiring.device_of](std::uint32_t from, std::uint32_t to,
                                                                                  std::vector<std::uint32_t>& path) {
                             shared->route(device_of[from], device_of[to], path);
                         }};
}

Error tooMany(double messages) {
    return {"bad-value",
            "/workload/ranks",
            {"error.collectives-make-messages", {{"messages", static_cast<std::uint64_t>(messages)}}},
            {"accepted.at-most", {{"most", static_cast<std::uint64_t>(kMostTransfers)}}},
            {}};
}

} // namespace

Result<FabricNetwork> networkOf(const Fabric& fabric) {
    if (fabric.wiring) return wiredNetwork(*fabric.wiring);
    const auto levels = std::make_shared<std::vector<Level>>();
    FabricNetwork network;
    const auto ranks = static_cast<std::uint32_t>(fabric.ranks());
    std::uint32_t stride = 1;
    for (const Dimension& dimension : fabric.dimensions) {
        auto graph = graphOf(dimension);
        if (!graph) return graph.error();
        levels->push_back({*std::move(graph), stride, static_cast<std::uint32_t>(network.links.size())});
        const auto& links = levels->back().graph.links();
        for (std::uint32_t group = 0; group < ranks / dimension.ranks; ++group) {
            network.links.insert(network.links.end(), links.begin(), links.end());
        }
        stride *= dimension.ranks;
    }
    network.route = [levels](std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& path) {
        for (const Level& level : *levels) {
            const std::uint32_t size = level.graph.ranks();
            const std::uint32_t a = from / level.stride % size;
            const std::uint32_t b = to / level.stride % size;
            if (a == b) continue;
            // Groups are numbered by the ranks' other coordinates.
            const std::uint32_t group = from / (level.stride * size) * level.stride + from % level.stride;
            const auto first = static_cast<std::ptrdiff_t>(path.size());
            level.graph.route(a, b, path);
            const auto offset = level.first_link + group * static_cast<std::uint32_t>(level.graph.links().size());
            std::for_each(path.begin() + first, path.end(), [&](std::uint32_t& link) { link += offset; });
            from = from + b * level.stride - a * level.stride;
        }
    };
    return network;
}

Result<LinkResult> followTogether(const Fabric& fabric, std::span<const LinkJob> jobs, const std::stop_token& stop) {
    double messages = 0.0;
    for (const LinkJob& job : jobs)
        messages += static_cast<double>(job.transfers.size());
    if (messages > kMostTransfers) return tooMany(messages);
    const auto network = networkOf(fabric);
    if (!network) return network.error();
    return followLinks(network->links, static_cast<std::uint32_t>(fabric.ranks()), network->route, jobs, {}, stop);
}

Result<LinkTime> linkTime(const Fabric& fabric, const std::vector<DimensionPhase>& phases,
                          const std::stop_token& stop) {
    if (const double messages = transferCount(fabric, phases); messages > kMostTransfers) {
        // Alike groups of a wired cluster need not stand on alike links.
        if (fabric.wiring) return tooMany(messages);
        return symmetricTime(fabric, phases, stop);
    }
    const auto network = networkOf(fabric);
    if (!network) return network.error();
    const LinkJob job{fabricTransfers(fabric, phases), 0.0};
    const auto followed = followLinks(network->links, static_cast<std::uint32_t>(fabric.ranks()), network->route,
                                      std::span(&job, 1), {}, stop);
    if (!followed) return followed.error();
    LinkTime time;
    time.seconds = followed->end_s();
    time.queued_s = followed->queued_s;
    return time;
}

} // namespace strata::network
