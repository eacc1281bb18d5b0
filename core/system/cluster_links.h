// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/cluster/cluster.h"
#include "core/network/collective_timer.h"
#include "core/network/nccl.h"

#include <span>
#include <vector>

namespace strata::system {

/// What a device has of a level's links while all devices of its group send.
double bandwidthTogether(const hardware::ScaleUpLevel& level);

/// Collectives among evenly spaced ranks of a cluster by network.nccl, or by a timer in its place. Ranks are numbered
/// innermost first: tensor, context, data, pipeline, so that the busiest groups stand inside nodes (D. Narayanan et
/// al., SC 2021, section 3).
class ClusterLinks {
public:
    ClusterLinks(const hardware::Cluster& cluster, std::span<const hardware::Calibration> calibrations,
                 network::CollectiveTimer timer = {});

    /// `ranks` devices, `stride` apart. `bytes` as in network/collective.h; 0 for one rank.
    double seconds(network::Collective collective, double ranks, double stride, double bytes) const;

    /// From one device to the one `stride` on.
    double sendSeconds(double stride, double bytes) const;

    /// Bytes that one of `ranks` devices, `stride` apart, sends over each level of the cluster, and last over
    /// the adapters: the mean over the group.
    std::vector<double> linkBytes(network::Collective collective, double ranks, double stride, double bytes) const;

    double nodesOf(double ranks, double stride) const; ///< domains that a group stands in
    bool crossesNodes(double ranks, double stride) const { return nodesOf(ranks, stride) > 1.0; }
    const hardware::Cluster& cluster() const { return cluster_; }

private:
    /// Of a device's links at the slowest level, those that lead to devices of its own group: each device has a link of
    /// its own to every other where no switch joins them.
    double linkShare(double inside, double stride) const;

    hardware::Cluster cluster_;
    std::size_t slowest_ = 0; ///< of the levels within nodes: what rings run at
    double domain_ = 1.0;     ///< devices that reach each other without adapters
    network::NcclGroup group_;
    network::NcclValues values_;
    network::CollectiveTimer timer_;
};

} // namespace strata::system
