// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/dimension_order.h"

namespace strata::test {

inline network::Dimension dimension(hardware::Topology topology, std::uint32_t ranks, double bandwidth = 1e9,
                                    double latency_s = 1e-6) {
    network::Dimension one;
    one.name = "level";
    one.technology = "nvlink4";
    one.topology = topology;
    one.ranks = ranks;
    one.bandwidth_bytes_per_s = bandwidth;
    one.latency_s = latency_s;
    return one;
}

/// Nodes of eight devices behind a switch, and a fat tree with as many adapters as devices.
inline hardware::Cluster nodesOfEight(std::uint32_t nodes) {
    hardware::Cluster cluster;
    cluster.name = "nodes of eight";
    cluster.devices_per_node = 8;
    cluster.nodes = nodes;
    cluster.scale_up = {{"NVLink", "nvlink4", hardware::Topology::Switch, 8, 1, 4.5e11, 3e-7, true}};
    cluster.scale_up[0].wraps_at = 8;
    cluster.scale_out = {"infiniband", hardware::Topology::FatTree, 8, 5e10, 2.7e-6, 1.0};
    return cluster;
}

} // namespace strata::test
