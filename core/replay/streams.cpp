// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/streams.h"

#include <algorithm>
#include <array>

namespace strata::replay {
namespace {

using exchange::TraceNode;
using exchange::TraceWork;

std::string nameOf(const TraceNode& node) {
    if (node.on_host) return "host";
    if (node.stream >= 0) return "stream " + std::to_string(node.stream);
    switch (node.work) {
    case TraceWork::Send: return "send";
    case TraceWork::Receive: return "receive";
    case TraceWork::Collective: return node.group.empty() ? "communication" : "communication " + node.group;
    default: return "compute";
    }
}

/// Begin (+1) or end (-1) of something on a kind of stream.
struct Edge {
    double time_s;
    std::size_t kind;
    int change;
};

} // namespace

bool communicates(const TraceNode& node) {
    return !node.on_host &&
           (node.work == TraceWork::Send || node.work == TraceWork::Receive || node.work == TraceWork::Collective);
}

std::uint32_t StreamTable::of(const TraceNode& node, std::uint32_t rank) {
    const auto next = static_cast<std::uint32_t>(streams_.size());
    const auto [found, added] = places_.emplace(std::pair{rank, nameOf(node)}, next);
    if (added) {
        const StreamKind kind = node.on_host         ? StreamKind::Host
                                : communicates(node) ? StreamKind::Communication
                                                     : StreamKind::Compute;
        streams_.push_back({rank, kind, found->first.second});
    }
    return found->second;
}

ReplayTimes timesOf(std::span<const ReplayRow> rows, std::span<const ReplayStream> streams) {
    std::vector<Edge> edges;
    edges.reserve(2 * rows.size());
    ReplayTimes times;
    for (const ReplayRow& row : rows) {
        times.total_s = std::max(times.total_s, row.end_s);
        if (row.end_s <= row.start_s) continue;
        const auto kind = static_cast<std::size_t>(streams[row.stream].kind);
        edges.push_back({row.start_s, kind, 1});
        edges.push_back({row.end_s, kind, -1});
    }
    std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.time_s < b.time_s; });
    constexpr auto kHost = static_cast<std::size_t>(StreamKind::Host);
    constexpr auto kCompute = static_cast<std::size_t>(StreamKind::Compute);
    constexpr auto kCommunication = static_cast<std::size_t>(StreamKind::Communication);
    std::array<int, 3> busy{};
    double last_s = 0.0;
    for (const Edge& edge : edges) {
        const double span_s = edge.time_s - last_s;
        double& part = busy[kCompute] > 0         ? times.compute_s
                       : busy[kCommunication] > 0 ? times.exposed_communication_s
                       : busy[kHost] > 0          ? times.host_s
                                                  : times.idle_s;
        part += span_s;
        if (busy[kCommunication] > 0) times.communication_s += span_s;
        busy[edge.kind] += edge.change;
        last_s = edge.time_s;
    }
    return times;
}

} // namespace strata::replay
