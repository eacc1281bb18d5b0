// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/request.h"
#include "core/hardware/cluster/cluster.h"
#include "core/network/dimension_order.h"
#include "core/network/nccl.h"

#include <memory>
#include <optional>
#include <vector>

namespace strata {

/// A collective of some ranks of the request that runs beside the first one.
struct CollectiveJob {
    network::Collective collective = network::Collective::AllReduce;
    double bytes = 0.0;
    std::uint32_t ranks = 2, first_rank = 0, stride = 1;
    double starts_s = 0.0;
};

/// A `collective` request with every name resolved.
struct CollectiveQuery {
    hardware::Cluster cluster;
    std::shared_ptr<const Json> document; ///< of the cluster, for its sources
    network::Fabric fabric;               ///< dimensions of the ranks
    network::Collective collective = network::Collective::AllReduce;
    double bytes = 0.0;        ///< as stated
    double imbalance = 1.0;    ///< of all-to-all: bytes of the most loaded rank over the mean
    std::vector<double> sends; ///< of all-to-all-v: bytes by sender, then receiver; else empty
    std::vector<CollectiveJob> jobs;
    network::CollectiveOptions options;
    std::vector<network::Algorithm> level_algorithms; ///< of network.step, innermost level first; empty: by rule
    std::uint32_t active_chunks = 1;
    std::optional<double> endpoint_s, reduction_bytes_per_s; ///< of network.step, where stated
    bool scatters = true, shares_links = true, contention = true;
    network::NcclOptions nccl;

    double busiestBytes() const { return bytes * imbalance; }
};

/// Errors point into the request; "wrong-kind" where the hardware is no cluster. Cheap enough for the
/// window's thread.
Result<CollectiveQuery> resolveCollective(const Json& request, const Library& library);

} // namespace strata
