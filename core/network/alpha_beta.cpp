// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/alpha_beta.h"

#include <algorithm>
#include <cmath>

namespace strata::network {
namespace {

using hardware::Topology;

double ceilLog2(double ranks) { return std::ceil(std::log2(ranks)); }

bool isPowerOfTwo(std::uint32_t ranks) { return (ranks & (ranks - 1)) == 0; }

void addStep(PhaseTime& time, const Dimension& dimension, const ShiftCost& cost, double bytes) {
    time.steps += 1.0;
    time.latency_s += cost.hops * dimension.latency_s;
    time.bandwidth_s += cost.load * bytes / dimension.bandwidth_bytes_per_s;
}

/// As many rings as a rank has links run side by side, so that a step costs the whole bandwidth; on a ring of
/// links one direction has half of it. A ring over an open line takes both directions of every link anyway.
ShiftCost ringCost(const Dimension& dimension, bool both_ways) {
    ShiftCost cost = shiftCost(dimension, 1);
    if (dimension.topology == Topology::FullyConnected || dimension.topology == Topology::CubeMesh) return {1.0, 1.0};
    if (both_ways && dimension.topology == Topology::Ring) cost.load /= 2.0;
    return cost;
}

PhaseTime ring(Collective collective, const Dimension& dimension, double bytes, bool both_ways) {
    const double ranks = dimension.ranks;
    PhaseTime time;
    const ShiftCost cost = ringCost(dimension, both_ways);
    // All-to-all passes the parts on from neighbour to neighbour: n - 1 steps, the i-th with n - i parts.
    const bool exchange = collective == Collective::AllToAll;
    const double moved = exchange ? bytes * (ranks - 1.0) / 2.0 : sentBytes(collective, ranks, bytes);
    time.steps = collective == Collective::AllReduce ? 2.0 * (ranks - 1.0) : ranks - 1.0;
    time.latency_s = time.steps * cost.hops * dimension.latency_s;
    time.bandwidth_s = cost.load * moved / dimension.bandwidth_bytes_per_s;
    return time;
}

PhaseTime halvingDoubling(Collective collective, const Dimension& dimension, double bytes) {
    PhaseTime time;
    const int passes = collective == Collective::AllReduce ? 2 : 1;
    double part = bytes / 2.0;
    for (std::uint32_t distance = 1; distance < dimension.ranks; distance *= 2, part /= 2.0) {
        for (int pass = 0; pass < passes; ++pass)
            addStep(time, dimension, shiftCost(dimension, distance), part);
    }
    return time;
}

PhaseTime direct(Collective collective, const Dimension& dimension, double bytes) {
    PhaseTime time;
    ShiftCost cost = allPairsCost(dimension);
    if (collective == Collective::SendRecv) {
        // A pair may use all that the rank has, except where only one link joins it to its peer.
        cost = shiftCost(dimension, 1);
        addStep(time, dimension, cost, bytes);
        return time;
    }
    if (collective == Collective::Broadcast) {
        addStep(time, dimension, cost, bytes); // the root sends ranks - 1 copies
        return time;
    }
    const int passes = collective == Collective::AllReduce ? 2 : 1;
    for (int pass = 0; pass < passes; ++pass)
        addStep(time, dimension, cost, bytes / dimension.ranks);
    return time;
}

PhaseTime bruck(Collective collective, const Dimension& dimension, double bytes) {
    PhaseTime time;
    double held = bytes / dimension.ranks;
    for (std::uint32_t distance = 1; distance < dimension.ranks; distance *= 2) {
        const double part = collective == Collective::AllToAll ? bytes / 2.0 : std::min(held, bytes - held);
        addStep(time, dimension, shiftCost(dimension, distance), part);
        held += part;
    }
    return time;
}

/// Along a ring or a line the edges of a tree lead on the mean half of the ways that there are, over links that other
/// edges pass as well.
ShiftCost edgeCost(const Dimension& dimension) {
    ShiftCost cost = shiftCost(dimension, 1);
    if (dimension.topology == Topology::FullyConnected) cost.load /= 2.0; // parent and child lie on links of their own
    if (dimension.topology == Topology::Ring || dimension.topology == Topology::Mesh) {
        cost.hops = (allPairsCost(dimension).hops + 1.0) / 2.0;
        cost.load *= cost.hops;
    }
    return cost;
}

/// Of all bytes over an edge at once. An inner node of a lone tree sends each byte twice.
double wholeSeconds(Algorithm algorithm, const Dimension& dimension, double bytes) {
    const double copies = algorithm == Algorithm::Tree ? 2.0 : 1.0;
    return copies * edgeCost(dimension).load * bytes / dimension.bandwidth_bytes_per_s;
}

PhaseTime tree(Algorithm algorithm, Collective collective, const Dimension& dimension, double bytes) {
    const double passes = collective == Collective::AllReduce ? 2.0 : 1.0;
    const double segments = treeSegments(algorithm, dimension, bytes);
    PhaseTime time;
    time.steps = passes * (ceilLog2(dimension.ranks) + segments - 1.0);
    time.latency_s = time.steps * edgeCost(dimension).hops * dimension.latency_s;
    time.bandwidth_s = time.steps * wholeSeconds(algorithm, dimension, bytes) / segments;
    return time;
}

PhaseTime inNetwork(Collective collective, const Dimension& dimension, double bytes) {
    PhaseTime time;
    // Up to the switch and down again; a rank sends its operand and receives the result, or its share of
    // them.
    const bool whole = collective == Collective::AllReduce || collective == Collective::Broadcast;
    const double moved = whole ? bytes : bytes * (dimension.ranks - 1.0) / dimension.ranks;
    addStep(time, dimension, {2.0, 1.0}, moved);
    return time;
}

} // namespace

bool isAble(Algorithm algorithm, Collective collective, const Dimension& dimension) {
    if (collective == Collective::SendRecv) return algorithm == Algorithm::Direct;
    const bool has_directions = dimension.topology == Topology::Ring || dimension.topology == Topology::Mesh;
    switch (algorithm) {
    case Algorithm::Ring: return true;
    case Algorithm::BidirectionalRing: return has_directions;
    case Algorithm::Tree:
    case Algorithm::DoubleBinaryTree: return collective == Collective::AllReduce || collective == Collective::Broadcast;
    case Algorithm::HalvingDoubling:
        return isPowerOfTwo(dimension.ranks) && collective != Collective::AllToAll &&
               collective != Collective::Broadcast;
    case Algorithm::Direct: return true;
    case Algorithm::Bruck: return collective == Collective::AllGather || collective == Collective::AllToAll;
    case Algorithm::InNetwork: return dimension.reduces && collective != Collective::AllToAll;
    }
    return false;
}

PhaseTime phaseTime(Algorithm algorithm, Collective collective, const Dimension& dimension, double bytes) {
    if (dimension.ranks < 2) return {};
    switch (algorithm) {
    case Algorithm::Ring: return ring(collective, dimension, bytes, false);
    case Algorithm::BidirectionalRing: return ring(collective, dimension, bytes, true);
    case Algorithm::Tree:
    case Algorithm::DoubleBinaryTree: return tree(algorithm, collective, dimension, bytes);
    case Algorithm::HalvingDoubling: return halvingDoubling(collective, dimension, bytes);
    case Algorithm::Direct: return direct(collective, dimension, bytes);
    case Algorithm::Bruck: return bruck(collective, dimension, bytes);
    case Algorithm::InNetwork: return inNetwork(collective, dimension, bytes);
    }
    return {};
}

double treeSegments(Algorithm algorithm, const Dimension& dimension, double bytes) {
    const double latency_s = edgeCost(dimension).hops * dimension.latency_s;
    const double whole_s = wholeSeconds(algorithm, dimension, bytes);
    return std::max(1.0, std::floor(std::sqrt(ceilLog2(dimension.ranks) * whole_s / latency_s)));
}

Algorithm fastestAlgorithm(Collective collective, const Dimension& dimension, double bytes) {
    Algorithm best = Algorithm::Direct;
    double least_s = phaseTime(best, collective, dimension, bytes).seconds();
    for (const Algorithm algorithm : algorithms()) {
        if (!isAble(algorithm, collective, dimension)) continue;
        const double time_s = phaseTime(algorithm, collective, dimension, bytes).seconds();
        if (time_s < least_s) {
            best = algorithm;
            least_s = time_s;
        }
    }
    return best;
}

} // namespace strata::network
