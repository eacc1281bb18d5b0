// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/passes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>
#include <utility>

namespace strata::replay {
namespace {

using exchange::TraceNode;
using exchange::TracePhase;
using exchange::TraceWork;

bool mentions(std::string_view text, std::string_view word) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == static_cast<unsigned char>(b);
    };
    return std::search(text.begin(), text.end(), word.begin(), word.end(), same) != text.end();
}

/// Begin (+1) or end (-1) of a node on the device.
struct Edge {
    double time_s;
    int change;
    std::uint32_t node;
    bool communicates;
};

bool isMessage(const TraceNode& node) { return node.work == TraceWork::Send || node.work == TraceWork::Receive; }

std::vector<Edge> edgesOf(const exchange::ExecutionTrace& trace, std::span<const ReplayRow> rows,
                          std::span<const ReplayStream> streams) {
    std::vector<Edge> edges;
    edges.reserve(2 * rows.size());
    for (const ReplayRow& row : rows) {
        const StreamKind kind = streams[row.stream].kind;
        if (kind == StreamKind::Host || isMessage(trace.nodes[row.node]) || row.end_s <= row.start_s) continue;
        const bool talks = kind == StreamKind::Communication;
        edges.push_back({row.start_s, 1, row.node, talks});
        edges.push_back({row.end_s, -1, row.node, talks});
    }
    std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) { return a.time_s < b.time_s; });
    return edges;
}

/// Nodes that tell no phase have that of the one before; those before all that do are forward. Whether there
/// are both passes.
bool fillPhases(std::vector<Slice>& slices) {
    TracePhase last = TracePhase::Forward;
    bool forward = false, backward = false;
    for (Slice& slice : slices) {
        if (slice.phase == TracePhase::Unknown) slice.phase = last;
        last = slice.phase;
        forward |= last == TracePhase::Forward;
        backward |= last == TracePhase::Backward;
    }
    return forward && backward;
}

} // namespace

PassTimes& PassTimes::operator+=(const PassTimes& other) {
    compute_s += other.compute_s;
    communication_s += other.communication_s;
    wait_s += other.wait_s;
    return *this;
}

PassTimes PassTimes::times(double factor) const {
    return {compute_s * factor, communication_s * factor, wait_s * factor};
}

PassTimes Passes::sum(TracePhase phase) const {
    PassTimes sum;
    for (const Slice& slice : slices) {
        if (slice.phase == phase) sum += slice.times;
    }
    return sum;
}

bool updatesWeights(std::string_view name) {
    constexpr std::array<std::string_view, 5> parts{"adam", "optimizer", "multi_tensor", "update", "sgd"};
    return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return mentions(name, part); });
}

TracePhase phaseOf(const TraceNode& node) {
    if (node.phase != TracePhase::Unknown) return node.phase;
    const std::string_view name = node.name;
    if (mentions(name, "backward") || mentions(name, "bwd") || mentions(name, "grad") || name.starts_with("weight "))
        return TracePhase::Backward;
    if (updatesWeights(name)) return TracePhase::Update;
    if (mentions(name, "forward") || mentions(name, "fwd")) return TracePhase::Forward;
    return TracePhase::Unknown;
}

std::optional<Passes> passesOf(const exchange::ExecutionTrace& trace, std::span<const ReplayRow> rows,
                               std::span<const ReplayStream> streams, bool drops_waits) {
    const std::vector<Edge> edges = edgesOf(trace, rows, streams);
    Passes passes;
    int computing = 0, talking = 0;
    double last_s = 0.0;
    std::optional<std::uint32_t> latest;
    double waited_s = 0.0;
    for (const Edge& edge : edges) {
        const double span_s = edge.time_s - last_s;
        last_s = edge.time_s;
        if (span_s > 0.0 && computing + talking == 0) {
            waited_s += drops_waits ? 0.0 : span_s; // of the node that comes
        } else if (span_s > 0.0) {
            if (passes.slices.empty() || passes.slices.back().node != *latest)
                passes.slices.push_back({phaseOf(trace.nodes[*latest]), *latest, {}});
            PassTimes& times = passes.slices.back().times;
            (computing > 0 ? times.compute_s : times.communication_s) += span_s;
            times.wait_s += std::exchange(waited_s, 0.0);
        }
        (edge.communicates ? talking : computing) += edge.change;
        if (edge.change > 0) latest = edge.node;
    }
    if (!fillPhases(passes.slices)) return std::nullopt;
    TracePhase before = TracePhase::Unknown;
    for (const Slice& slice : passes.slices) {
        if (slice.phase == TracePhase::Forward && before != TracePhase::Forward) ++passes.forward_runs;
        before = slice.phase;
    }
    return passes;
}

} // namespace strata::replay
