// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/traffic.h"

#include <algorithm>
#include <cmath>

namespace strata::network {
namespace {

/// The most pieces of a pipelined tree: few, since each is a step of every rank.
constexpr double kMostSegments = 8.0;

std::uint32_t segmentsOf(Algorithm algorithm, const Dimension& dimension, double bytes) {
    return static_cast<std::uint32_t>(std::min(kMostSegments, treeSegments(algorithm, dimension, bytes)));
}

using Transfers = std::vector<Transfer>;

std::uint32_t shifted(std::uint32_t rank, std::uint32_t distance, std::uint32_t ranks) {
    return (rank + distance) % ranks;
}

void addShift(Transfers& transfers, std::uint32_t ranks, std::uint32_t distance, std::uint32_t step, double bytes) {
    for (std::uint32_t rank = 0; rank < ranks; ++rank) {
        transfers.push_back({rank, shifted(rank, distance, ranks), step, bytes});
    }
}

void ring(Transfers& transfers, Collective collective, std::uint32_t ranks, double bytes, bool both_ways) {
    if (collective == Collective::Broadcast) {
        // Pieces follow one another around from rank 0.
        for (std::uint32_t step = 0; step < ranks - 1 + ranks - 1; ++step) {
            for (std::uint32_t rank = step < ranks ? 0 : step - ranks + 1; rank <= std::min(step, ranks - 2); ++rank) {
                transfers.push_back({rank, rank + 1, step, bytes / ranks});
            }
        }
        return;
    }
    const std::uint32_t steps = collective == Collective::AllReduce ? 2 * (ranks - 1) : ranks - 1;
    for (std::uint32_t step = 0; step < steps; ++step) {
        const double parts = collective == Collective::AllToAll ? ranks - 1.0 - step : 1.0;
        const double part = parts * bytes / ranks / (both_ways ? 2.0 : 1.0);
        addShift(transfers, ranks, 1, step, part);
        if (both_ways) addShift(transfers, ranks, ranks - 1, step, part);
    }
}

void halvingDoubling(Transfers& transfers, Collective collective, std::uint32_t ranks, double bytes) {
    std::uint32_t step = 0;
    const auto exchange = [&](std::uint32_t distance, double part) {
        for (std::uint32_t rank = 0; rank < ranks; ++rank)
            transfers.push_back({rank, rank ^ distance, step, part});
        ++step;
    };
    if (collective != Collective::AllGather) {
        double part = bytes / 2.0;
        for (std::uint32_t distance = 1; distance < ranks; distance *= 2, part /= 2.0)
            exchange(distance, part);
    }
    if (collective != Collective::ReduceScatter) {
        double part = bytes / ranks;
        for (std::uint32_t distance = ranks / 2; distance >= 1; distance /= 2, part *= 2.0)
            exchange(distance, part);
    }
}

void direct(Transfers& transfers, Collective collective, std::uint32_t ranks, double bytes) {
    if (collective == Collective::SendRecv) return addShift(transfers, ranks, 1, 0, bytes);
    if (collective == Collective::Broadcast) {
        for (std::uint32_t rank = 1; rank < ranks; ++rank)
            transfers.push_back({0, rank, 0, bytes});
        return;
    }
    const std::uint32_t passes = collective == Collective::AllReduce ? 2 : 1;
    for (std::uint32_t pass = 0; pass < passes; ++pass) {
        // Each rank begins with its neighbour, so that no two meet at one receiver.
        for (std::uint32_t distance = 1; distance < ranks; ++distance) {
            addShift(transfers, ranks, distance, pass, bytes / ranks);
        }
    }
}

void bruck(Transfers& transfers, Collective collective, std::uint32_t ranks, double bytes) {
    double held = bytes / ranks;
    std::uint32_t step = 0;
    for (std::uint32_t distance = 1; distance < ranks; distance *= 2) {
        const double part = collective == Collective::AllToAll ? bytes / 2.0 : std::min(held, bytes - held);
        addShift(transfers, ranks, distance, step++, part);
        held += part;
    }
}

/// A binary tree over ranks in heap order, read through `label`; up and down, or down alone.
template <class Label>
void tree(Transfers& transfers, Collective collective, std::uint32_t ranks, double bytes, std::uint32_t segments,
          Label label) {
    const auto depth = static_cast<std::uint32_t>(std::floor(std::log2(ranks)));
    const bool up = collective == Collective::AllReduce;
    const auto level = [](std::uint32_t node) { return static_cast<std::uint32_t>(std::floor(std::log2(node + 1))); };
    const double part = bytes / segments;
    for (std::uint32_t segment = 0; segment < segments; ++segment) {
        for (std::uint32_t node = 1; node < ranks; ++node) {
            const std::uint32_t parent = (node - 1) / 2;
            if (up) transfers.push_back({label(node), label(parent), segment + depth - level(node), part});
            const std::uint32_t down = (up ? depth : 0) + segment + level(parent);
            transfers.push_back({label(parent), label(node), down, part});
        }
    }
}

} // namespace

std::vector<Transfer> phaseTransfers(Algorithm algorithm, Collective collective, const Dimension& dimension,
                                     double bytes) {
    Transfers transfers;
    const std::uint32_t ranks = dimension.ranks;
    const auto same = [](std::uint32_t node) { return node; };
    switch (algorithm) {
    case Algorithm::Ring: ring(transfers, collective, ranks, bytes, false); break;
    case Algorithm::BidirectionalRing: ring(transfers, collective, ranks, bytes, true); break;
    case Algorithm::HalvingDoubling: halvingDoubling(transfers, collective, ranks, bytes); break;
    case Algorithm::Bruck: bruck(transfers, collective, ranks, bytes); break;
    case Algorithm::Tree:
        tree(transfers, collective, ranks, bytes, segmentsOf(algorithm, dimension, bytes), same);
        break;
    case Algorithm::DoubleBinaryTree:
        tree(transfers, collective, ranks, bytes / 2.0, segmentsOf(algorithm, dimension, bytes), same);
        // Mirrored: inner nodes of one tree are leaves of the other.
        tree(transfers, collective, ranks, bytes / 2.0, segmentsOf(algorithm, dimension, bytes),
             [&](std::uint32_t node) { return ranks - 1 - node; });
        break;
    case Algorithm::Direct:
    case Algorithm::InNetwork: direct(transfers, collective, ranks, bytes); break;
    }
    return transfers;
}

std::vector<Transfer> exchangeTransfers(std::uint32_t ranks, std::span<const double> bytes_from_to) {
    Transfers transfers;
    for (std::uint32_t distance = 1; distance < ranks; ++distance) {
        for (std::uint32_t from = 0; from < ranks; ++from) {
            const std::uint32_t to = shifted(from, distance, ranks);
            const double bytes = bytes_from_to[std::size_t{from} * ranks + to];
            if (bytes > 0.0) transfers.push_back({from, to, 0, bytes});
        }
    }
    return transfers;
}

std::vector<Transfer> fabricTransfers(const Fabric& fabric, const std::vector<DimensionPhase>& phases) {
    Transfers all;
    all.reserve(static_cast<std::size_t>(transferCount(fabric, phases)));
    const auto ranks = static_cast<std::uint32_t>(fabric.ranks());
    std::uint32_t first_step = 0;
    for (const DimensionPhase& phase : phases) {
        const Dimension& dimension = fabric.dimensions[phase.dimension];
        std::uint32_t stride = 1;
        for (std::size_t d = 0; d < phase.dimension; ++d)
            stride *= fabric.dimensions[d].ranks;
        const Transfers transfers = phaseTransfers(phase.algorithm, phase.collective, dimension, phase.bytes);
        std::uint32_t steps = 0;
        for (const Transfer& transfer : transfers) {
            steps = std::max(steps, transfer.step + 1);
            for (std::uint32_t outer = 0; outer < ranks; outer += stride * dimension.ranks) {
                for (std::uint32_t inner = 0; inner < stride; ++inner) {
                    all.push_back({outer + inner + transfer.from * stride, outer + inner + transfer.to * stride,
                                   first_step + transfer.step, transfer.bytes});
                }
            }
        }
        first_step += steps;
    }
    return all;
}

double transferCount(const Fabric& fabric, const std::vector<DimensionPhase>& phases) {
    const double ranks = static_cast<double>(fabric.ranks());
    double count = 0.0;
    for (const DimensionPhase& phase : phases) {
        const double size = fabric.dimensions[phase.dimension].ranks;
        const double passes = phase.collective == Collective::AllReduce ? 2.0 : 1.0;
        switch (phase.algorithm) {
        case Algorithm::Ring: count += ranks * passes * (size - 1.0); break;
        case Algorithm::BidirectionalRing: count += ranks * 2.0 * passes * (size - 1.0); break;
        case Algorithm::Tree:
            count += (size - 1.0) * ranks / size * passes *
                     segmentsOf(phase.algorithm, fabric.dimensions[phase.dimension], phase.bytes);
            break;
        case Algorithm::DoubleBinaryTree:
            count += 2.0 * (size - 1.0) * ranks / size * passes *
                     segmentsOf(phase.algorithm, fabric.dimensions[phase.dimension], phase.bytes);
            break;
        case Algorithm::HalvingDoubling: count += ranks * passes * std::log2(size); break;
        case Algorithm::Bruck: count += ranks * std::ceil(std::log2(size)); break;
        case Algorithm::Direct:
        case Algorithm::InNetwork: count += ranks * passes * (size - 1.0); break;
        }
    }
    return count;
}

} // namespace strata::network
