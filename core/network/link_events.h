// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/graph.h"
#include "core/network/traffic.h"

#include <functional>
#include <span>
#include <stop_token>
#include <vector>

namespace strata::network {

/// One collective of those that share the links.
struct LinkJob {
    std::vector<Transfer> transfers;
    double starts_s = 0.0;
};

/// How messages of several hops move.
struct LinkOptions {
    bool stores_and_forwards = false; ///< a hop begins when all bytes are there; else when the first ones are
};

/// When the jobs ended, and how busy they kept the links.
struct LinkResult {
    std::vector<double> ends_s;      ///< of each job
    std::vector<double> link_busy_s; ///< of each link, as long as it carried bytes
    double queued_s = 0.0;           ///< of all messages together, waiting for links
    std::size_t events = 0;

    double end_s() const;
};

/// Appends the links of a message from one rank to another.
using Router = std::function<void(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links)>;

/// Follows every message over every link: a link carries one message at a time, first come first served; a
/// rank sends a step when all messages of earlier steps of the same job have reached it. Memory grows with
/// messages and links. Errors: "cancelled", "not-joined" where a message finds no route.
Result<LinkResult> followLinks(std::span<const GraphLink> links, std::uint32_t ranks, const Router& route,
                               std::span<const LinkJob> jobs, const LinkOptions& options = {},
                               const std::stop_token& stop = {});

/// The links of all dimensions of a fabric as one network: each group of each dimension has its own. Messages
/// pass dimension after dimension; where the cluster is wired link by link, along shortest paths.
struct FabricNetwork {
    std::vector<GraphLink> links;
    Router route;
};
Result<FabricNetwork> networkOf(const Fabric& fabric);

/// Several collectives on the links of one fabric, every message of them. Errors: "bad-value" beyond a few million
/// messages.
Result<LinkResult> followTogether(const Fabric& fabric, std::span<const LinkJob> jobs,
                                  const std::stop_token& stop = {});

/// Time of a collective at link level. Up to a few million messages all are followed; beyond, what is alike
/// is followed once: in each phase all groups of a dimension do the same at the same time on links of their
/// own, and steps with the same distances and bytes take the same time. Memory is linear in the ranks of the
/// largest dimension.
struct LinkTime {
    double seconds = 0.0;
    double queued_s = 0.0;
    bool symmetric = false;      ///< alike phases and steps were followed once
    std::vector<double> phase_s; ///< of each phase; empty unless symmetric
};
Result<LinkTime> linkTime(const Fabric& fabric, const std::vector<DimensionPhase>& phases,
                          const std::stop_token& stop = {});

} // namespace strata::network
