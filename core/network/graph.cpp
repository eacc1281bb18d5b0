// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/graph.h"

namespace strata::network {
namespace {

constexpr std::uint16_t kFar = UINT16_MAX;
/// Larger cores search each route anew instead of holding all distances.
constexpr std::size_t kMostCore = 2048;

/// Links sorted by one of their ends: begin[n] .. begin[n + 1] are those of node n.
void sortByEnd(std::span<const GraphLink> links, std::uint32_t nodes, std::uint32_t GraphLink::*end,
               std::vector<std::uint32_t>& begin, std::vector<std::uint32_t>& sorted) {
    begin.assign(nodes + std::size_t{1}, 0);
    for (const GraphLink& link : links)
        ++begin[link.*end + 1];
    for (std::size_t node = 0; node < nodes; ++node)
        begin[node + 1] += begin[node];
    sorted.resize(links.size());
    std::vector<std::uint32_t> next(begin.begin(), begin.end() - 1);
    for (std::uint32_t i = 0; i < links.size(); ++i)
        sorted[next[links[i].*end]++] = i;
}

/// Spreads pairs over equal paths; any fixed mixing will do.
std::uint32_t mixed(std::uint32_t from, std::uint32_t to) {
    std::uint64_t x = (std::uint64_t{from} << 32 | to) * 0x9E3779B97F4A7C15ull;
    x ^= x >> 29;
    return static_cast<std::uint32_t>((x * 0xBF58476D1CE4E5B9ull) >> 32);
}

} // namespace

Result<Graph> Graph::make(std::uint32_t ranks, std::uint32_t nodes, std::vector<GraphLink> links) {
    if (ranks > nodes) {
        return Error{"bad-value",
                     "/ranks",
                     {"error.nodes", {{"field", "ranks"}, {"ranks", ranks}, {"nodes", nodes}}},
                     {"accepted.at-most", {{"most", nodes}}},
                     {}};
    }
    for (std::size_t i = 0; i < links.size(); ++i) {
        const GraphLink& link = links[i];
        const std::string pointer = "/links/" + std::to_string(i);
        if (link.from >= nodes || link.to >= nodes || link.from == link.to) {
            return Error{"bad-value",
                         pointer,
                         {"error.link-from-to", {{"from", link.from}, {"to", link.to}}},
                         {"accepted.two-different-nodes-below", {{"nodes", nodes}}},
                         {}};
        }
        if (!(link.bandwidth_bytes_per_s > 0.0) || !(link.latency_s >= 0.0)) {
            return Error{"bad-value",
                         pointer,
                         {"error.link-without-bandwidth-or-negative-latency"},
                         {"accepted.positive-numbers"},
                         {}};
        }
    }
    Graph graph;
    graph.ranks_ = ranks;
    graph.nodes_ = nodes;
    graph.links_ = std::move(links);
    sortByEnd(graph.links_, nodes, &GraphLink::from, graph.out_begin_, graph.out_);
    sortByEnd(graph.links_, nodes, &GraphLink::to, graph.in_begin_, graph.in_);
    graph.findAttached();
    graph.findDistances();
    return graph;
}

void Graph::findAttached() {
    leaf_.assign(nodes_, false);
    core_of_.assign(nodes_, 0);
    for (std::uint32_t node = 0; node < ranks_; ++node) {
        if (out_begin_[node + 1] - out_begin_[node] != 1 || in_begin_[node + 1] - in_begin_[node] != 1) continue;
        const std::uint32_t up = links_[out_[out_begin_[node]]].to;
        leaf_[node] = up >= ranks_ && links_[in_[in_begin_[node]]].from == up;
    }
    for (std::uint32_t node = 0; node < nodes_; ++node) {
        if (leaf_[node]) continue;
        core_of_[node] = static_cast<std::uint32_t>(core_.size());
        core_.push_back(node);
    }
    for (std::uint32_t node = 0; node < ranks_; ++node) {
        if (leaf_[node]) core_of_[node] = core_of_[links_[out_[out_begin_[node]]].to];
    }
}

void Graph::findDistances() {
    if (core_.size() > kMostCore) return;
    distances_.reserve(core_.size() * core_.size());
    for (std::uint32_t core = 0; core < core_.size(); ++core) {
        const auto distances = distancesTo(core);
        distances_.insert(distances_.end(), distances.begin(), distances.end());
    }
}

std::vector<std::uint16_t> Graph::distancesTo(std::uint32_t core) const {
    std::vector<std::uint16_t> distances(core_.size(), kFar);
    std::vector<std::uint32_t> queue{core};
    queue.reserve(core_.size());
    distances[core] = 0;
    for (std::size_t head = 0; head < queue.size(); ++head) {
        const std::uint32_t here = core_[queue[head]];
        for (std::uint32_t i = in_begin_[here]; i < in_begin_[here + 1]; ++i) {
            const std::uint32_t before = links_[in_[i]].from;
            if (leaf_[before] || distances[core_of_[before]] != kFar) continue;
            distances[core_of_[before]] = static_cast<std::uint16_t>(distances[queue[head]] + 1);
            queue.push_back(core_of_[before]);
        }
    }
    return distances;
}

void Graph::route(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) const {
    if (from == to) return;
    const std::uint32_t target = core_of_[to];
    std::vector<std::uint16_t> searched;
    const std::uint16_t* distances = nullptr;
    if (distances_.empty()) {
        searched = distancesTo(target);
        distances = searched.data();
    } else {
        distances = distances_.data() + std::size_t{target} * core_.size();
    }
    if (distances[core_of_[from]] == kFar) return;
    const auto away = [&](std::uint32_t link) {
        const std::uint32_t next = links_[link].to;
        return leaf_[next] ? kFar : distances[core_of_[next]];
    };
    std::uint32_t here = core_[core_of_[from]];
    if (leaf_[from]) links.push_back(out_[out_begin_[from]]);
    while (here != core_[target]) {
        const std::uint16_t left = distances[core_of_[here]];
        std::uint32_t choices = 0;
        for (std::uint32_t i = out_begin_[here]; i < out_begin_[here + 1]; ++i) {
            choices += away(out_[i]) + 1 == left ? 1 : 0;
        }
        std::uint32_t chosen = choices > 1 ? mixed(from, to) % choices : 0;
        for (std::uint32_t i = out_begin_[here];; ++i) {
            if (away(out_[i]) + 1 != left || chosen-- != 0) continue;
            links.push_back(out_[i]);
            here = links_[out_[i]].to;
            break;
        }
    }
    if (leaf_[to]) links.push_back(in_[in_begin_[to]]);
}

} // namespace strata::network
