// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/system/cluster_links.h"

#include "core/network/link_use.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace strata::system {
namespace {

/// The most ranks of a group that one domain holds, such that domains are filled evenly.
double ranksInside(double ranks, double room) {
    for (double inside = std::min(ranks, std::floor(room)); inside > 1.0; --inside) {
        if (std::fmod(ranks, inside) == 0.0) return inside;
    }
    return 1.0;
}

} // namespace

double bandwidthTogether(const hardware::ScaleUpLevel& level) {
    const bool shared = level.shared_bytes_per_s > 0.0 && level.devices > 2;
    return shared ? std::min(level.bandwidth_bytes_per_s, level.shared_bytes_per_s / level.devices)
                  : level.bandwidth_bytes_per_s;
}

ClusterLinks::ClusterLinks(const hardware::Cluster& cluster, std::span<const hardware::Calibration> calibrations,
                           network::CollectiveTimer timer)
    : cluster_(cluster), domain_(static_cast<double>(cluster.scaleUpDevices())), timer_(std::move(timer)) {
    group_.system = cluster.id;
    group_.network = cluster.scale_out.technology;
    // Groups of one kind communicate at the same time, so every device of a node shares its adapters.
    group_.nic_bytes_per_s = cluster.nicBandwidth_bytes_per_s(cluster.devices_per_node);
    group_.direct = cluster.scale_out.direct;
    group_.message_s = cluster.scale_out.latency_s;
    group_.launch_s = cluster.launch_s;
    group_.link_bytes_per_s = std::numeric_limits<double>::infinity();
    // Rings run at what the slowest level lets through.
    for (const hardware::ScaleUpLevel& level : cluster.scale_up) {
        const double bytes_per_s = bandwidthTogether(level);
        if (bytes_per_s >= group_.link_bytes_per_s) continue;
        group_.link_bytes_per_s = bytes_per_s;
        group_.port_bytes_per_s = level.bandwidth_bytes_per_s;
        group_.technology = level.technology;
        group_.link = level.technology.starts_with("pcie") ? network::NcclLink::Pcie : network::NcclLink::NvLink;
        group_.reduces = level.reduces;
        group_.link_message_s = level.latency_s;
        group_.channel_bytes_per_s = level.channel_bytes_per_s;
        slowest_ = static_cast<std::size_t>(&level - cluster.scale_up.data());
    }
    values_ = network::resolveNccl(group_, calibrations).values;
    // What pairs of nodes reached in a benchmark is no measure of hundreds; the step's own coefficient is.
    using enum network::NcclCoefficient;
    for (const auto share : {NetworkShare, PairNetworkShare})
        values_[static_cast<std::size_t>(share)] = 1.0;
}

double ClusterLinks::seconds(network::Collective collective, double ranks, double stride, double bytes) const {
    if (ranks <= 1.0 || bytes <= 0.0) return 0.0;
    if (timer_) return timer_(collective, ranks, nodesOf(ranks, stride), bytes);
    network::NcclGroup group = group_;
    group.ranks = ranks;
    group.nodes = nodesOf(ranks, stride);
    const double share = linkShare(ranks / group.nodes, stride);
    group.link_bytes_per_s *= share;
    group.port_bytes_per_s *= share;
    return network::ncclTime(group, values_, collective, bytes).seconds();
}

double ClusterLinks::linkShare(double inside, double stride) const {
    if (cluster_.scale_up.empty()) return 1.0;
    const hardware::ScaleUpLevel& level = cluster_.scale_up[slowest_];
    const bool by_pairs =
        level.topology == hardware::Topology::FullyConnected || level.topology == hardware::Topology::CubeMesh;
    if (!by_pairs) return 1.0;
    double below = 1.0; // devices that one end of this level's links stands for
    for (std::size_t i = 0; i < slowest_; ++i)
        below *= cluster_.scale_up[i].devices;
    const double ends = std::min<double>(level.devices, inside * std::min(1.0, stride / below));
    return ends > 1.0 ? (ends - 1.0) / (level.devices - 1.0) : 1.0;
}

double ClusterLinks::sendSeconds(double stride, double bytes) const {
    return seconds(network::Collective::SendRecv, 2.0, stride, bytes);
}

std::vector<double> ClusterLinks::linkBytes(network::Collective collective, double ranks, double stride,
                                            double bytes) const {
    std::vector<double> inside;
    double block = 1.0;
    for (const hardware::ScaleUpLevel& level : cluster_.scale_up) {
        block *= level.devices;
        inside.push_back(ranksInside(ranks, block / stride));
    }
    inside.push_back(ranks);
    return network::linkBytes(collective, ranks, inside, bytes);
}

double ClusterLinks::nodesOf(double ranks, double stride) const { return ranks / ranksInside(ranks, domain_ / stride); }

} // namespace strata::system
