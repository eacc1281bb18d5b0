// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/graph.h"

#include <array>
#include <cmath>

namespace strata::network {
namespace {

using hardware::Topology;

/// A half-duplex pair of links, one each way.
struct Wiring {
    std::vector<GraphLink> links;
    double latency_s = 0.0;

    void both(std::uint32_t a, std::uint32_t b, double bandwidth) {
        links.push_back({a, b, bandwidth, latency_s});
        links.push_back({b, a, bandwidth, latency_s});
    }
};

void wireLine(Wiring& wiring, const Dimension& dimension) {
    const double each = dimension.bandwidth_bytes_per_s / 2.0;
    for (std::uint32_t rank = 0; rank + 1 < dimension.ranks; ++rank)
        wiring.both(rank, rank + 1, each);
    if (dimension.topology == Topology::Ring && dimension.ranks > 2) wiring.both(dimension.ranks - 1, 0, each);
    // Both links of a rank lead to its only peer.
    if (dimension.topology == Topology::Ring && dimension.ranks == 2) wiring.both(1, 0, each);
}

/// Links per pair of the eight corners, as `nvidia-smi topo -m` prints them for V100 in DGX-1 and
/// p3.16xlarge.
void wireCubeMesh(Wiring& wiring, const Dimension& dimension) {
    struct Edge {
        std::uint32_t a, b;
        double links;
    };
    static constexpr std::array kEdges{Edge{0, 1, 1}, Edge{0, 2, 1}, Edge{0, 3, 2}, Edge{0, 4, 2},
                                       Edge{1, 2, 2}, Edge{1, 3, 1}, Edge{1, 5, 2}, Edge{2, 3, 2},
                                       Edge{2, 6, 1}, Edge{3, 7, 1}, Edge{4, 5, 1}, Edge{4, 6, 1},
                                       Edge{4, 7, 2}, Edge{5, 6, 2}, Edge{5, 7, 1}, Edge{6, 7, 2}};
    constexpr double kLinksPerRank = 6.0;
    const double link_bytes_per_s = dimension.bandwidth_bytes_per_s / kLinksPerRank;
    for (const Edge& edge : kEdges)
        wiring.both(edge.a, edge.b, edge.links * link_bytes_per_s);
}

std::uint32_t wireSwitch(Wiring& wiring, const Dimension& dimension) {
    for (std::uint32_t rank = 0; rank < dimension.ranks; ++rank) {
        wiring.both(rank, dimension.ranks, dimension.bandwidth_bytes_per_s);
    }
    return dimension.ranks + 1;
}

/// Two stages with as many uplinks of a leaf as it has ranks; the latency of a message is spread over its
/// hops.
std::uint32_t wireFatTree(Wiring& wiring, const Dimension& dimension) {
    const std::uint32_t ranks = dimension.ranks;
    const auto ports = static_cast<std::uint32_t>(std::ceil(std::sqrt(ranks)));
    const std::uint32_t leaves = (ranks + ports - 1) / ports;
    constexpr double kHops = 4.0;
    wiring.latency_s = dimension.latency_s / kHops;
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        wiring.both(rank, ranks + rank / ports, dimension.bandwidth_bytes_per_s);
    }
    for (std::uint32_t leaf = 0; leaf < leaves; ++leaf) {
        for (std::uint32_t spine = 0; spine < ports; ++spine) {
            wiring.both(ranks + leaf, ranks + leaves + spine, dimension.bandwidth_bytes_per_s);
        }
    }
    return ranks + leaves + ports;
}

/// Routers of p ranks, groups of 2p routers, p links to other groups per router: the balanced shape of the
/// paper.
std::uint32_t wireDragonfly(Wiring& wiring, const Dimension& dimension) {
    const std::uint32_t ranks = dimension.ranks;
    std::uint32_t per_router = 1;
    const auto most = [](std::uint64_t p) { return p * 2 * p * (2 * p * p + 1); };
    while (most(per_router) < ranks)
        ++per_router;
    const std::uint32_t routers = (ranks + per_router - 1) / per_router;
    const std::uint32_t in_group = 2 * per_router;
    const std::uint32_t groups = (routers + in_group - 1) / in_group;
    constexpr double kHops = 5.0;
    wiring.latency_s = dimension.latency_s / kHops;
    const double bandwidth = dimension.bandwidth_bytes_per_s;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        wiring.both(rank, ranks + rank / per_router, bandwidth);
    for (std::uint32_t router = 0; router < routers; ++router) {
        for (std::uint32_t peer = router + 1; peer < routers && peer / in_group == router / in_group; ++peer) {
            wiring.both(ranks + router, ranks + peer, bandwidth);
        }
    }
    const auto routerOf = [&](std::uint32_t group, std::uint32_t port) {
        const std::uint32_t size = std::min(in_group, routers - group * in_group);
        return ranks + group * in_group + port % size;
    };
    for (std::uint32_t a = 0; a < groups; ++a) {
        for (std::uint32_t b = a + 1; b < groups; ++b) {
            wiring.both(routerOf(a, b - 1), routerOf(b, a), bandwidth);
        }
    }
    return ranks + routers;
}

} // namespace

Result<Graph> graphOf(const Dimension& dimension) {
    Wiring wiring;
    wiring.latency_s = dimension.latency_s;
    std::uint32_t nodes = dimension.ranks;
    switch (dimension.topology) {
    case Topology::Ring:
    case Topology::Mesh: wireLine(wiring, dimension); break;
    case Topology::FullyConnected:
        for (std::uint32_t a = 0; a < dimension.ranks; ++a) {
            for (std::uint32_t b = a + 1; b < dimension.ranks; ++b) {
                wiring.both(a, b, dimension.bandwidth_bytes_per_s / (dimension.ranks - 1.0));
            }
        }
        break;
    case Topology::CubeMesh: wireCubeMesh(wiring, dimension); break;
    case Topology::Switch: nodes = wireSwitch(wiring, dimension); break;
    case Topology::FatTree: nodes = wireFatTree(wiring, dimension); break;
    case Topology::Dragonfly: nodes = wireDragonfly(wiring, dimension); break;
    }
    return Graph::make(dimension.ranks, nodes, std::move(wiring.links));
}

} // namespace strata::network
