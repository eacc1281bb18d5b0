// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/step_model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <queue>

namespace strata::network {
namespace {

/// The costs of one phase; every partial time is cut to whole cycles, as the simulator's clock does.
struct Costs {
    const StepConfig& config;
    const StepDimension& dimension;

    double transfer(double bytes) const { return std::floor(bytes / dimension.bytes_per_cycle); }

    /// One hop of a message that is stored and forwarded.
    double hop(double bytes) const { return std::floor(dimension.latency_cycles + bytes / dimension.bytes_per_cycle); }

    double message(double distance_hops, double bytes) const {
        return config.contention
                   ? distance_hops * hop(bytes)
                   : std::floor(distance_hops * dimension.latency_cycles + bytes / dimension.bytes_per_cycle);
    }

    /// Two reads and a write of what arrived.
    double addition(double bytes) const { return 3.0 * std::floor(bytes / config.memory_bytes_per_cycle); }
};

bool adds(Collective collective) {
    return collective == Collective::AllReduce || collective == Collective::ReduceScatter;
}

double part(Collective collective, std::uint32_t ranks, std::uint64_t bytes) {
    return static_cast<double>(collective == Collective::AllGather ? bytes : bytes / ranks);
}

/// k (latency + bytes / bandwidth) and one more endpoint than steps. The ring's all-to-all passes parts on
/// from neighbour to neighbour, each on its own: n (n - 1) / 2 steps.
double ringCycles(const Costs& costs, Collective collective, std::uint64_t bytes) {
    const double ranks = costs.dimension.ranks;
    const double message = part(collective, costs.dimension.ranks, bytes);
    double steps = ranks - 1.0;
    if (collective == Collective::AllReduce) steps *= 2.0;
    if (collective == Collective::AllToAll) steps *= ranks / 2.0;
    const double additions = adds(collective) ? (ranks - 1.0) * costs.addition(message) : 0.0;
    return (steps + 1.0) * costs.config.endpoint_cycles + steps * costs.message(costs.dimension.hops(1), message) +
           additions;
}

/// Halves travel distances 1, 2, 4 ... and back; gathering alone begins with the smallest part over the
/// largest distance. What a step brings is added while the next one waits, so that the first addition is not
/// seen.
double halvingDoublingCycles(const Costs& costs, Collective collective, std::uint64_t bytes) {
    const std::uint32_t ranks = costs.dimension.ranks;
    const int levels = std::bit_width(ranks) - 1;
    double steps = 0.0;
    double cycles = 0.0;
    const auto step = [&](std::uint64_t message, std::uint32_t distance) {
        steps += 1.0;
        cycles += costs.message(costs.dimension.hops(distance), static_cast<double>(message));
    };
    for (int level = 0; level < levels; ++level) {
        if (collective == Collective::AllGather) {
            step(bytes << level, ranks >> (level + 1));
            continue;
        }
        const std::uint64_t message = bytes >> (level + 1);
        step(message, 1u << level);
        if (collective == Collective::AllReduce) step(message, 1u << level);
        if (level > 0) cycles += costs.addition(static_cast<double>(message));
    }
    return (steps + 1.0) * costs.config.endpoint_cycles + cycles;
}

/// All messages of a rank at once over a ring: by symmetry each link of a direction sees the same arrivals.
/// Distances up to n / 2 go one way and load it most.
double crossedRing(const Costs& costs, double message) {
    struct Arrival {
        double time;
        std::size_t number;
        std::uint32_t hops_left;
        bool operator>(const Arrival& other) const {
            return time != other.time ? time > other.time : number > other.number;
        }
    };
    std::priority_queue<Arrival, std::vector<Arrival>, std::greater<>> arrivals;
    std::size_t number = 0;
    for (std::uint32_t distance = 1; distance <= costs.dimension.ranks / 2; ++distance) {
        arrivals.push({0.0, number++, distance});
    }
    double free = 0.0;
    double last = 0.0;
    while (!arrivals.empty()) {
        const Arrival next = arrivals.top();
        arrivals.pop();
        const double starts = std::max(next.time, free);
        free = starts + costs.transfer(message);
        const double reached = starts + costs.hop(message);
        last = std::max(last, reached);
        if (next.hops_left > 1) arrivals.push({reached, number++, next.hops_left - 1});
    }
    return last;
}

double directExchange(const Costs& costs, double message) {
    const double farthest = costs.dimension.hops(costs.dimension.ranks / 2);
    const bool shares = costs.config.contention || costs.config.shares_links;
    if (!shares || costs.dimension.topology == StepTopology::FullyConnected) {
        return costs.message(farthest, message);
    }
    if (costs.dimension.topology == StepTopology::Ring) return crossedRing(costs, message);
    if (!costs.config.contention) // cut through the switch
        return (costs.dimension.ranks - 2.0) * costs.transfer(message) + costs.message(farthest, message);
    // The rank's link to the switch passes its n - 1 messages one after the other.
    return (costs.dimension.ranks - 2.0) * costs.transfer(message) + farthest * costs.hop(message);
}

double directCycles(const Costs& costs, Collective collective, std::uint64_t bytes) {
    const double message = part(collective, costs.dimension.ranks, bytes);
    const double exchange = directExchange(costs, message);
    const double addition = adds(collective) ? costs.addition(message) : 0.0;
    const double endpoint = costs.config.endpoint_cycles;
    if (collective != Collective::AllReduce) return exchange + 2.0 * endpoint + addition;
    // The second exchange begins with the first addition that ends after all messages are there: on a ring
    // without contention, near messages arrive hops earlier and their additions end earlier.
    double early = 0.0;
    if (!costs.config.contention && !costs.config.shares_links && costs.dimension.topology == StepTopology::Ring &&
        costs.dimension.latency_cycles > 0) {
        const double ahead = std::floor(addition / costs.dimension.latency_cycles);
        early = costs.dimension.latency_cycles * std::min(costs.dimension.hops(costs.dimension.ranks / 2) - 1.0, ahead);
    }
    return 2.0 * exchange + 3.0 * endpoint + addition - early;
}

} // namespace

double StepDimension::hops(std::uint32_t distance) const {
    switch (topology) {
    case StepTopology::Switch: return 2.0;
    case StepTopology::FullyConnected: return 1.0;
    case StepTopology::Ring: return std::min(distance, ranks - distance);
    }
    return 1.0;
}

double stepPhaseCycles(const StepConfig& config, const StepDimension& dimension, Collective collective,
                       std::uint64_t bytes) {
    const Costs costs{config, dimension};
    if (dimension.algorithm == Algorithm::HalvingDoubling) return halvingDoublingCycles(costs, collective, bytes);
    if (dimension.algorithm == Algorithm::Direct) return directCycles(costs, collective, bytes);
    return ringCycles(costs, collective, bytes);
}

} // namespace strata::network
