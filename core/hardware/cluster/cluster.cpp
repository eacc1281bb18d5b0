// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/hardware/cluster/cluster.h"

#include <algorithm>
#include <array>
#include <utility>

namespace strata::hardware {
namespace {

constexpr std::array kTopologies{Topology::Ring,    Topology::Mesh,      Topology::FullyConnected, Topology::Switch,
                                 Topology::FatTree, Topology::Dragonfly, Topology::CubeMesh};
constexpr std::array<std::string_view, kTopologies.size()> kNames{"ring",     "mesh",      "fully_connected", "switch",
                                                                  "fat_tree", "dragonfly", "cube_mesh"};

} // namespace

std::string_view name(Topology topology) { return kNames[static_cast<std::size_t>(topology)]; }

std::optional<Topology> topologyNamed(std::string_view name) {
    const auto found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end()) return std::nullopt;
    return kTopologies[static_cast<std::size_t>(found - kNames.begin())];
}

std::span<const Topology> topologies() { return kTopologies; }

std::uint64_t Cluster::devices() const { return std::uint64_t{nodes} * devices_per_node; }

std::uint64_t Cluster::scaleUpDevices() const {
    std::uint64_t product = 1;
    for (const ScaleUpLevel& level : scale_up)
        product *= level.devices;
    return product;
}

double Cluster::nicBandwidth_bytes_per_s(double active_devices) const {
    const double nics = scale_out.nics_per_node;
    const double reach = active_devices * std::max(1.0, nics / devices_per_node);
    return scale_out.nic_bandwidth_bytes_per_s * std::min(nics, reach) / active_devices;
}

} // namespace strata::hardware
