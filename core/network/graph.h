// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/fabric.h"

#include <cstdint>
#include <span>
#include <vector>

namespace strata::network {

/// A directed link between two nodes of a graph.
struct GraphLink {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    double bandwidth_bytes_per_s = 0.0;
    double latency_s = 0.0;
};

/// Any network: the first nodes are ranks, the others switches. Routes are shortest paths by hops; of
/// several, each pair of ranks takes one, spread over pairs by a fixed hash, so that load is spread and
/// results repeat.
class Graph {
public:
    /// Errors: "bad-value" for links that name nodes beyond `nodes`, lead from a node to itself, or have no
    /// bandwidth.
    static Result<Graph> make(std::uint32_t ranks, std::uint32_t nodes, std::vector<GraphLink> links);

    std::uint32_t ranks() const { return ranks_; }
    std::uint32_t nodes() const { return nodes_; }
    std::span<const GraphLink> links() const { return links_; }

    /// Appends the links from one rank to another; nothing where they are not joined or the same.
    void route(std::uint32_t from, std::uint32_t to, std::vector<std::uint32_t>& links) const;

private:
    Graph() = default;
    void findAttached();
    void findDistances();
    std::vector<std::uint16_t> distancesTo(std::uint32_t core) const;

    std::uint32_t ranks_ = 0;
    std::uint32_t nodes_ = 0;
    std::vector<GraphLink> links_;
    std::vector<std::uint32_t> out_begin_, out_; ///< links that leave a node
    std::vector<std::uint32_t> in_begin_, in_;   ///< links that enter it
    /// A rank with one link to a switch is a leaf; routes are looked for among the other nodes, the core.
    std::vector<std::uint32_t> core_of_; ///< number of a node in the core; of a leaf, that of its switch
    std::vector<std::uint32_t> core_;    ///< node of each number
    std::vector<bool> leaf_;
    std::vector<std::uint16_t> distances_; ///< [to][from] in the core; empty where it is large
};

/// The graph of one dimension: its ranks, and its switches where it has some. A fat tree has leaves of the
/// square root of its ranks and one upper switch per uplink; a dragonfly has groups that are fully connected
/// among themselves and one link to each other group (J. Kim et al., ISCA 2008).
Result<Graph> graphOf(const Dimension& dimension);

} // namespace strata::network
