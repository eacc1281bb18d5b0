// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/hardware/cluster/cluster.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace strata::network {

/// One dimension of the ranks of a collective: groups of ranks that differ only in this coordinate.
struct Dimension {
    std::string name;
    std::string technology;
    hardware::Topology topology = hardware::Topology::Switch;
    std::uint32_t ranks = 1;
    double bandwidth_bytes_per_s = 0.0; ///< of one rank, all its links of this dimension, one direction
    double port_bytes_per_s = 0.0;      ///< the same while the other ranks are silent
    double latency_s = 0.0;             ///< of one hop
    bool reduces = false;               ///< in-network reduction
    double channel_bytes_per_s = 0.0;   ///< of one channel of NCCL or RCCL; 0: not stated
    bool gpu_library = true;            ///< NCCL or RCCL runs over it
    bool between_nodes = false;         ///< through network adapters
    bool direct = true;                 ///< they reach device memory
    std::string pointer;                ///< of the level in the cluster's document
};

/// Links one by one, and where the ranks stand among them.
struct PlacedWires {
    std::uint32_t devices = 0;
    std::uint32_t switches = 0; ///< follow the devices
    std::vector<hardware::Wire> wires;
    std::vector<std::uint32_t> device_of; ///< each rank
};

/// Innermost dimension first; ranks multiply.
struct Fabric {
    std::vector<Dimension> dimensions;

    std::shared_ptr<const PlacedWires> wiring{}; ///< where the cluster states it
    double launch_s = 0.0;                       ///< the least that a collective takes; 0: not stated
    std::uint64_t ranks() const;
};

/// What a shift of all ranks by a distance costs: hops that one message passes, and how many messages share
/// the most loaded link, in units of the time that the rank's whole bandwidth needs for one message.
struct ShiftCost {
    double hops = 1.0;
    double load = 1.0;
};
ShiftCost shiftCost(const Dimension& dimension, std::uint32_t distance);

/// The same for every rank sending one message to every other at once: hops of the farthest, load of all
/// together.
ShiftCost allPairsCost(const Dimension& dimension);

/// Where the ranks of a group stand: the first so many devices of each scale-up domain, domain after domain.
struct Placement {
    std::uint32_t ranks = 1;
    std::uint32_t ranks_per_domain = 0; ///< of one scale-up domain; 0: as many as fit
};

/// The dimensions of a group of ranks on a cluster, without those of one rank. Part of a torus is as near to
/// a cube as it can be. Errors: "bad-value" with the pointer "/ranks" or "/ranks_per_domain" where the
/// cluster is too small, a domain is not filled evenly, or domains are not joined.
Result<Fabric> fabricOf(const hardware::Cluster& cluster, const Placement& placement);

} // namespace strata::network
