// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/fabric.h"

#include <algorithm>
#include <cmath>

namespace strata::network {
namespace {

using hardware::Cluster;
using hardware::ScaleUpLevel;
using hardware::Topology;

// A cube mesh joins each corner to four of the seven others; the remaining three are two hops away.
constexpr double kCubeMeshHops = 2.0;
constexpr double kCubeMeshLoad = (4.0 * 1.0 + 3.0 * 2.0) / 7.0;

Error badValue(const char* pointer, Message text, Message expected) {
    return {"bad-value", pointer, std::move(text), std::move(expected), {}};
}

Dimension dimensionOf(const ScaleUpLevel& level, std::size_t index, std::uint32_t ranks) {
    Dimension dimension;
    dimension.name = level.name;
    dimension.technology = level.technology;
    dimension.topology = level.topology;
    // A part of a ring that does not close is a line; its ends use one side only.
    if (level.topology == Topology::Ring && ranks % level.wraps_at != 0) dimension.topology = Topology::Mesh;
    dimension.ranks = ranks;
    dimension.bandwidth_bytes_per_s = level.bandwidth_bytes_per_s;
    if (level.topology == Topology::FullyConnected || level.topology == Topology::CubeMesh) {
        // Links to devices outside the group are of no use to it.
        dimension.bandwidth_bytes_per_s *= (ranks - 1.0) / std::max(1.0, level.devices - 1.0);
    }
    if (level.topology == Topology::CubeMesh && ranks < level.devices) dimension.topology = Topology::FullyConnected;
    dimension.port_bytes_per_s = dimension.bandwidth_bytes_per_s;
    // A pair need not leave its switch.
    if (level.shared_bytes_per_s > 0.0 && ranks > 2) {
        dimension.bandwidth_bytes_per_s = std::min(dimension.bandwidth_bytes_per_s, level.shared_bytes_per_s / ranks);
    }
    dimension.latency_s = level.latency_s;
    dimension.reduces = level.reduces;
    dimension.channel_bytes_per_s = level.channel_bytes_per_s;
    dimension.gpu_library = level.gpu_library;
    dimension.pointer = "/scale_up/" + std::to_string(index);
    return dimension;
}

/// The shape with this product whose longest side is shortest; sides divide evenly. Empty where there is
/// none.
std::vector<std::uint32_t> shapeOf(std::uint32_t ranks, std::span<const ScaleUpLevel> levels) {
    if (levels.empty()) return {};
    if (levels.size() == 1) {
        return ranks <= levels[0].devices ? std::vector<std::uint32_t>{ranks} : std::vector<std::uint32_t>{};
    }
    std::vector<std::uint32_t> best;
    for (std::uint32_t side = 1; side <= std::min(ranks, levels[0].devices); ++side) {
        if (ranks % side != 0) continue;
        auto rest = shapeOf(ranks / side, levels.subspan(1));
        if (rest.empty()) continue;
        rest.insert(rest.begin(), side);
        if (best.empty() ||
            *std::max_element(rest.begin(), rest.end()) <= *std::max_element(best.begin(), best.end())) {
            best = std::move(rest);
        }
    }
    return best;
}

/// How many ranks of a domain stand along each of its levels: rings of one technology as a near-cube, others
/// filled innermost first.
std::vector<std::uint32_t> fill(const Cluster& cluster, std::uint32_t ranks) {
    std::vector<std::uint32_t> sides;
    std::uint32_t left = ranks;
    for (std::size_t i = 0; i < cluster.scale_up.size();) {
        std::size_t end = i + 1;
        const auto& levels = cluster.scale_up;
        std::uint64_t room = levels[i].devices;
        while (levels[i].topology == Topology::Ring && end < levels.size() && levels[end].topology == Topology::Ring &&
               levels[end].technology == levels[i].technology) {
            room *= levels[end++].devices;
        }
        const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(left, room));
        if (left % here != 0) return {};
        const auto shape = shapeOf(here, std::span(levels).subspan(i, end - i));
        if (shape.empty()) return {};
        sides.insert(sides.end(), shape.begin(), shape.end());
        left /= here;
        i = end;
    }
    return left == 1 ? sides : std::vector<std::uint32_t>{};
}

ShiftCost ringShift(double ranks, double distance, bool closed) {
    const double apart = std::min(distance, ranks - distance);
    // Half of the bandwidth lies in each direction. On an open line what passes the end comes back on the way that
    // is free; a folded ring (0, 2, 4, ... 5, 3, 1) has no neighbours farther than two.
    const double hops = closed ? apart : std::min(2.0 * distance, std::max(distance, ranks - distance));
    return {hops, 2.0 * apart};
}

/// The dimension over which the domains of a placement reach each other. Errors: "bad-value" where the cluster has no
/// network or too few domains.
Result<Dimension> scaleOutDimension(const Cluster& cluster, double ranks, std::uint32_t inside, std::uint32_t outside) {
    const std::uint64_t domain = cluster.scaleUpDevices();
    const hardware::ScaleOut& network = cluster.scale_out;
    if (network.nics_per_node == 0) {
        return badValue("/ranks",
                        {"error.more-than-devices-joins-nodes-have",
                         {{"ranks", ranks}, {"domain", domain}, {"cluster", cluster.name}}},
                        {"accepted.at-most", {{"most", domain}}});
    }
    if (std::uint64_t{outside} * domain > cluster.devices()) {
        return badValue("/ranks",
                        {"error.over-scale-up-domains-there",
                         {{"ranks", ranks}, {"outside", outside}, {"domain", cluster.devices() / domain}}},
                        {"accepted.at-most", {{"most", cluster.devices() / domain * inside}}});
    }
    Dimension out;
    out.name = network.technology;
    out.technology = network.technology;
    out.topology = network.topology;
    out.ranks = outside;
    out.bandwidth_bytes_per_s =
        cluster.nicBandwidth_bytes_per_s(std::min<double>(inside, cluster.devices_per_node)) / network.oversubscription;
    out.port_bytes_per_s = out.bandwidth_bytes_per_s;
    out.direct = network.direct;
    out.latency_s = network.latency_s;
    out.between_nodes = true;
    out.pointer = "/scale_out";
    return out;
}

/// The dimensions alone.
Result<Fabric> levelsOf(const Cluster& cluster, const Placement& placement) {
    const std::uint64_t domain = cluster.scaleUpDevices();
    const double ranks = placement.ranks;
    if (placement.ranks > cluster.devices()) {
        return badValue(
            "/ranks",
            {"error.has-devices", {{"ranks", ranks}, {"cluster", cluster.name}, {"devices", cluster.devices()}}},
            {"accepted.at-most", {{"most", cluster.devices()}}});
    }
    if (placement.ranks_per_domain > domain) {
        return badValue("/ranks_per_domain",
                        {"error.field-is", {{"field", "ranks_per_domain"}, {"value", placement.ranks_per_domain}}},
                        {"accepted.at-most", {{"most", domain}}});
    }
    const std::uint64_t wanted = placement.ranks_per_domain == 0 ? domain : placement.ranks_per_domain;
    const auto inside = static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, placement.ranks));
    if (placement.ranks % inside != 0) {
        return badValue("/ranks", {"error.does-not-fill-domains-evenly", {{"ranks", ranks}, {"inside", inside}}},
                        {"accepted.multiple-or-another-ranks-per-domain", {{"inside", inside}}});
    }
    const auto sides = fill(cluster, inside);
    if (sides.empty()) {
        return badValue(placement.ranks_per_domain == 0 ? "/ranks" : "/ranks_per_domain",
                        {"error.ranks-do-not-form-block-scale", {{"inside", inside}, {"cluster", cluster.name}}},
                        {"accepted.product-parts-levels"});
    }
    Fabric fabric;
    fabric.launch_s = cluster.launch_s;
    for (std::size_t i = 0; i < sides.size(); ++i) {
        if (sides[i] > 1) fabric.dimensions.push_back(dimensionOf(cluster.scale_up[i], i, sides[i]));
    }
    const std::uint32_t outside = placement.ranks / inside;
    if (outside == 1) return fabric;
    auto out = scaleOutDimension(cluster, ranks, inside, outside);
    if (!out) return out.error();
    fabric.dimensions.push_back(*std::move(out));
    return fabric;
}

/// The first devices of each domain, domain after domain.
std::shared_ptr<const PlacedWires> wiringOf(const Cluster& cluster, const Placement& placement) {
    PlacedWires wiring{static_cast<std::uint32_t>(cluster.devices()), cluster.switches, cluster.wires, {}};
    const auto domain = static_cast<std::uint32_t>(cluster.scaleUpDevices());
    const std::uint32_t inside = placement.ranks_per_domain == 0 ? domain : placement.ranks_per_domain;
    for (std::uint32_t rank = 0; rank < placement.ranks; ++rank)
        wiring.device_of.push_back(rank / inside * domain + rank % inside);
    return std::make_shared<const PlacedWires>(std::move(wiring));
}

} // namespace

std::uint64_t Fabric::ranks() const {
    std::uint64_t product = 1;
    for (const Dimension& dimension : dimensions)
        product *= dimension.ranks;
    return product;
}

ShiftCost shiftCost(const Dimension& dimension, std::uint32_t distance) {
    const double ranks = dimension.ranks;
    switch (dimension.topology) {
    case Topology::Ring: return ringShift(ranks, distance, true);
    case Topology::Mesh: return ringShift(ranks, distance, false);
    // One of ranks - 1 links; rings over all of them use all, see alpha_beta.cpp.
    case Topology::FullyConnected: return {1.0, ranks - 1.0};
    case Topology::Switch: return {2.0, 1.0};
    case Topology::FatTree: return {1.0, 1.0};
    case Topology::Dragonfly: return {1.0, 1.0};
    case Topology::CubeMesh: return {kCubeMeshHops, ranks - 1.0};
    }
    return {};
}

ShiftCost allPairsCost(const Dimension& dimension) {
    const double ranks = dimension.ranks;
    switch (dimension.topology) {
    case Topology::Ring: return {std::floor(ranks / 2.0), std::floor(ranks * ranks / 4.0)};
    // The middle link carries messages from each half to the other, with half of a rank's bandwidth.
    case Topology::Mesh: return {ranks - 1.0, 2.0 * std::floor(ranks * ranks / 4.0)};
    case Topology::CubeMesh: return {kCubeMeshHops, kCubeMeshLoad * (ranks - 1.0)};
    case Topology::FullyConnected: return {1.0, ranks - 1.0};
    case Topology::Switch: return {2.0, ranks - 1.0};
    case Topology::FatTree:
    case Topology::Dragonfly: return {1.0, ranks - 1.0};
    }
    return {};
}

Result<Fabric> fabricOf(const Cluster& cluster, const Placement& placement) {
    auto fabric = levelsOf(cluster, placement);
    if (fabric && !cluster.wires.empty()) fabric->wiring = wiringOf(cluster, placement);
    return fabric;
}

} // namespace strata::network
