// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/resolved.h"
#include "core/hardware/cluster/cluster.h"

#include <optional>
#include <string>
#include <vector>

namespace strata::views {

struct DesignState;

/// One way in which ranks form groups: r, r + stride, ...
struct GroupKind {
    std::string name; ///< "tensor", "data", "pipeline", ...
    std::uint64_t ranks = 1, stride = 1;
    bool crosses_nodes = false;

    std::uint64_t coordinate(std::uint64_t rank) const { return rank / stride % ranks; }
    /// Number of the group that a rank is in.
    std::uint64_t group(std::uint64_t rank) const { return rank / (stride * ranks) * stride + rank % stride; }
    /// The rank at a coordinate of the group of `rank`.
    std::uint64_t member(std::uint64_t rank, std::uint64_t coordinate) const {
        return rank - this->coordinate(rank) * stride + coordinate * stride;
    }
};

/// One level of the fabric, and what the estimate's collectives send over it.
struct FabricLevel {
    std::string name;
    hardware::Topology topology = hardware::Topology::Switch;
    std::uint64_t devices = 1; ///< joined by one group of this level
    double bandwidth_bytes_per_s = 0.0;
    std::optional<double> use;   ///< share of the time for which its bytes keep a link busy, 0 to 1
    std::optional<double> bytes; ///< that one device sends over it
    std::optional<double> waits; ///< share of an iteration that waits for it
};

/// A cluster with a plan laid over it.
struct ClusterPicture {
    hardware::Cluster cluster;
    std::uint64_t devices = 0;    ///< that the design uses: ranks 0 .. devices - 1
    std::uint64_t per_domain = 1; ///< used devices of one scale-up domain
    std::vector<GroupKind> kinds;
    std::vector<FabricLevel> scale_up; ///< innermost first
    std::optional<FabricLevel> scale_out;
    bool collective = false; ///< of one collective, not of a training step

    bool empty() const { return devices == 0; }
    std::uint64_t domains() const { return (devices + per_domain - 1) / per_domain; }
};

/// Empty where a request resolves to neither a training step nor a collective.
/// `estimate`: nullptr before the first answer; then no level tells its use. `stale`: it answers an earlier
/// request, so that groups are those of the plan.
ClusterPicture makeClusterPicture(const Resolved& resolved, const Estimate* estimate, bool stale = false);

/// Levels with their bytes and use, kinds of groups, and up to `most` ranks with their place and coordinates.
Table clusterTable(const ClusterPicture& picture, std::uint64_t most);

} // namespace strata::views
