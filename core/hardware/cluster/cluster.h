// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// How the devices of one level of a fabric are wired. A torus is a ring level per dimension.
enum class Topology { Ring, Mesh, FullyConnected, Switch, FatTree, Dragonfly, CubeMesh };
std::string_view name(Topology topology); ///< "ring", "fully_connected", "fat_tree", ...
std::optional<Topology> topologyNamed(std::string_view name);
std::span<const Topology> topologies();

/// One dimension of the fabric that joins devices without a network adapter.
struct ScaleUpLevel {
    std::string name;       ///< "NVLink", "ICI x"
    std::string technology; ///< "nvlink4", "pcie", "ici": levels of one technology behave alike under one library
    Topology topology = Topology::Switch;
    std::uint32_t devices = 1;          ///< that one group of this level joins
    std::uint32_t wraps_at = 1;         ///< parts of a ring with a multiple of these devices close to rings as well
    double bandwidth_bytes_per_s = 0.0; ///< of one device, all its links of this level together, one direction
    double latency_s = 0.0;             ///< of one hop: device to device, or device to switch
    bool reduces = false;               ///< the switch can add up what passes it (NVLS: multicast and reduction)
    double channel_bytes_per_s = 0.0;   ///< of one channel of NCCL or RCCL, about one link; 0: what they count on
    bool gpu_library = true;            ///< NCCL or RCCL runs over it
    double shared_bytes_per_s = 0.0;    ///< of all devices of a group together, one direction; 0: no such limit
};

/// The network between nodes.
struct ScaleOut {
    std::string technology; ///< "infiniband", "ethernet", "efa", "slingshot", "omni-path"
    Topology topology = Topology::FatTree;
    std::uint32_t nics_per_node = 0;        ///< 0: nodes are not joined
    double nic_bandwidth_bytes_per_s = 0.0; ///< of one adapter, one direction
    double latency_s = 0.0;                 ///< of one message without its bytes, end to end
    double oversubscription = 1.0;          ///< adapters' bandwidth over that of the upper stages
    bool direct = true; ///< adapters read and write device memory; else bytes pass the host's memory
};

/// One link of a cluster that is wired by hand, in one direction. Nodes are the devices, then the switches.
struct Wire {
    std::uint32_t from = 0, to = 0;
    double bandwidth_bytes_per_s = 0.0;
    double latency_s = 0.0;
};

/// A cluster of like nodes: devices, the fabric that joins them directly, and the network between nodes.
struct Cluster {
    std::string id;
    std::string name;
    std::string vendor;
    std::string device; ///< name of the accelerator in the catalog
    std::uint32_t devices_per_node = 1;
    std::uint32_t nodes = 1; ///< the most that were built or are sold
    double node_power_w = 0.0;
    double launch_s = 0.0; ///< the least that a collective of its devices takes, whatever its bytes; 0: not stated
    std::vector<ScaleUpLevel> scale_up; ///< innermost first; levels multiply
    ScaleOut scale_out;
    std::uint32_t switches = 0; ///< of the wiring
    std::vector<Wire> wires;    ///< link by link, where the levels only sum up; else empty

    std::uint64_t devices() const;        ///< in the whole cluster
    std::uint64_t scaleUpDevices() const; ///< that reach each other without a network adapter
    /// Of the node's adapters for each of so many of its devices while the others are silent: a device alone
    /// uses one adapter or its share, whichever is more; a full node shares all.
    double nicBandwidth_bytes_per_s(double active_devices) const;
};

} // namespace strata::hardware
