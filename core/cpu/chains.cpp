// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/chains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace strata::cpu {
namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr std::size_t kNobody = std::numeric_limits<std::size_t>::max();

/// When each place has its value, counted from the value of one place at the start; and what made it.
struct Arrivals {
    std::array<double, kPlaces> time;
    std::array<std::size_t, kPlaces> made_by; ///< step of a path; kNobody: the value at the start
};

/// A step of a path inside the block: an instruction, and the step that its latest operand comes from.
struct Step {
    std::size_t instruction = 0, before = kNobody;
};

Arrivals follow(std::span<const Link> block, Place start, std::vector<Step>* steps) {
    Arrivals now;
    now.time.fill(kNever);
    now.made_by.fill(kNobody);
    now.time[start] = 0;
    for (std::size_t i = 0; i < block.size(); ++i) {
        double ready = kNever;
        std::size_t before = kNobody;
        const auto wait = [&](const std::vector<Place>& places, double latency) {
            for (const Place place : places) {
                if (now.time[place] + latency <= ready) continue;
                ready = now.time[place] + latency;
                before = now.made_by[place];
            }
        };
        wait(block[i].reads, block[i].latency);
        wait(block[i].addresses, block[i].address_latency);
        wait(block[i].joins, block[i].join_latency);
        const bool on_path = steps != nullptr && ready != kNever;
        if (on_path) steps->push_back({i, before});
        for (const Place place : block[i].writes) {
            now.time[place] = ready;
            now.made_by[place] = on_path ? steps->size() - 1 : kNobody;
        }
    }
    return now;
}

/// Weights between the places that are read before they are written: edge[from][to] cycles in one iteration.
struct Graph {
    std::vector<Place> places;
    std::vector<std::vector<double>> edge;
};

Graph graphOf(std::span<const Link> block) {
    std::array<bool, kPlaces> written{}, live{};
    for (const Link& link : block) {
        for (const std::vector<Place>* places : {&link.reads, &link.addresses, &link.joins})
            for (const Place place : *places)
                live[place] = live[place] || !written[place];
        for (const Place place : link.writes)
            written[place] = true;
    }
    Graph graph;
    for (std::size_t place = 0; place < kPlaces; ++place)
        if (live[place] && written[place]) graph.places.push_back(static_cast<Place>(place));
    for (const Place from : graph.places) {
        const Arrivals end = follow(block, from, nullptr);
        std::vector<double> row;
        for (const Place to : graph.places)
            row.push_back(end.time[to]);
        graph.edge.push_back(std::move(row));
    }
    return graph;
}

/// Karp: walks of 0 to n edges that begin anywhere; best[k][v] is the longest of k edges that ends in v.
struct Walks {
    std::vector<std::vector<double>> best;
    std::vector<std::vector<std::size_t>> from;
};

Walks walksOf(const Graph& graph) {
    const std::size_t nodes = graph.places.size();
    Walks walks;
    walks.best.assign(nodes + 1, std::vector<double>(nodes, kNever));
    walks.from.assign(nodes + 1, std::vector<std::size_t>(nodes, kNobody));
    walks.best[0].assign(nodes, 0.0);
    for (std::size_t k = 1; k <= nodes; ++k) {
        for (std::size_t u = 0; u < nodes; ++u) {
            if (walks.best[k - 1][u] == kNever) continue;
            for (std::size_t v = 0; v < nodes; ++v) {
                const double length = walks.best[k - 1][u] + graph.edge[u][v];
                if (length <= walks.best[k][v]) continue;
                walks.best[k][v] = length;
                walks.from[k][v] = u;
            }
        }
    }
    return walks;
}

/// A cycle with the largest mean on the longest walk of n edges that ends in `end`, as nodes in their order.
std::vector<std::size_t> cycleOn(const Graph& graph, const Walks& walks, std::size_t end, double mean) {
    const std::size_t nodes = graph.places.size();
    std::vector<std::size_t> walk{end};
    for (std::size_t k = nodes; k > 0; --k)
        walk.push_back(walks.from[k][walk.back()]);
    std::ranges::reverse(walk);
    for (std::size_t i = 0; i < walk.size(); ++i) {
        double length = 0;
        for (std::size_t j = i + 1; j < walk.size(); ++j) {
            length += graph.edge[walk[j - 1]][walk[j]];
            if (walk[j] != walk[i]) continue;
            if (length >= mean * static_cast<double>(j - i) - 1e-9)
                return {walk.begin() + static_cast<std::ptrdiff_t>(i), walk.begin() + static_cast<std::ptrdiff_t>(j)};
            break;
        }
    }
    return {};
}

/// The instructions between two places at the ends of one iteration, in their order.
void appendPath(std::span<const Link> block, Place from, Place to, std::vector<std::size_t>& links) {
    std::vector<Step> steps;
    const Arrivals end = follow(block, from, &steps);
    std::vector<std::size_t> path;
    for (std::size_t step = end.made_by[to]; step != kNobody; step = steps[step].before)
        path.push_back(steps[step].instruction);
    links.insert(links.end(), path.rbegin(), path.rend());
}

} // namespace

Chain slowestChain(std::span<const Link> block) {
    const Graph graph = graphOf(block);
    const std::size_t nodes = graph.places.size();
    const Walks walks = walksOf(graph);
    Chain chain;
    std::size_t end = kNobody;
    for (std::size_t v = 0; v < nodes; ++v) {
        if (walks.best[nodes][v] == kNever) continue;
        double least = std::numeric_limits<double>::infinity();
        for (std::size_t k = 0; k < nodes; ++k)
            if (walks.best[k][v] != kNever)
                least = std::min(least, (walks.best[nodes][v] - walks.best[k][v]) / static_cast<double>(nodes - k));
        if (!(least > chain.cycles)) continue;
        chain.cycles = least;
        end = v;
    }
    if (end == kNobody) return chain;
    const std::vector<std::size_t> cycle = cycleOn(graph, walks, end, chain.cycles);
    for (std::size_t i = 0; i < cycle.size(); ++i)
        appendPath(block, graph.places[cycle[i]], graph.places[cycle[(i + 1) % cycle.size()]], chain.links);
    return chain;
}

} // namespace strata::cpu
