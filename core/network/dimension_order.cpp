// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/dimension_order.h"

#include "core/network/step_schedule.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace strata::network {
namespace {

constexpr std::array<std::string_view, 3> kOrderNames{"sequential", "pipelined", "balanced"};

std::vector<std::size_t> innermostFirst(const Fabric& fabric) {
    std::vector<std::size_t> order(fabric.dimensions.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    return order;
}

void addPhase(std::vector<DimensionPhase>& phases, std::size_t dimension, Collective collective, double bytes) {
    phases.push_back({dimension, collective, Algorithm::Ring, bytes, {}});
}

/// The bytes shrink by the ranks of each level on the way out, and grow again by gathering.
void addInwardsOutAndBack(std::vector<DimensionPhase>& phases, const Fabric& fabric,
                          const std::vector<std::size_t>& order, Collective inner, Collective outermost, double part) {
    const auto ranks = [&](std::size_t i) { return static_cast<double>(fabric.dimensions[order[i]].ranks); };
    for (std::size_t i = 0; i + 1 < order.size(); part /= ranks(i), ++i)
        addPhase(phases, order[i], inner, part);
    addPhase(phases, order.back(), outermost, part);
    for (std::size_t i = order.size() - 1; i-- > 0;) {
        part *= ranks(i);
        addPhase(phases, order[i], Collective::AllGather, part);
    }
}

/// A broadcast through every rank's share of the outer links: within the first group, parts by all of its ranks to the
/// other groups, and put together there (the scatter and gather of M. Barnett et al., SHPCC 1994, where a group
/// broadcasts for scattering). Whole through the root's own link costs the outer level its ranks as often.
std::vector<DimensionPhase> spreadBroadcast(const Fabric& fabric, double bytes, std::vector<std::size_t> order) {
    if (order.empty()) order = innermostFirst(fabric);
    std::vector<DimensionPhase> phases;
    addInwardsOutAndBack(phases, fabric, order, Collective::Broadcast, Collective::Broadcast, bytes);
    return phases;
}

double seconds(const std::vector<DimensionPhase>& phases) {
    return std::accumulate(phases.begin(), phases.end(), 0.0,
                           [](double sum, const DimensionPhase& phase) { return sum + phase.time.seconds(); });
}

/// Chooses algorithms and reckons times.
void time(std::vector<DimensionPhase>& phases, const Fabric& fabric, const CollectiveOptions& options) {
    for (DimensionPhase& phase : phases) {
        const Dimension& dimension = fabric.dimensions[phase.dimension];
        phase.algorithm = options.algorithm && isAble(*options.algorithm, phase.collective, dimension)
                              ? *options.algorithm
                              : fastestAlgorithm(phase.collective, dimension, phase.bytes);
        phase.time = phaseTime(phase.algorithm, phase.collective, dimension, phase.bytes);
    }
}

/// The phases of a collective with their times; of the two ways of a broadcast over several levels the faster.
std::vector<DimensionPhase> timedPhases(const Fabric& fabric, Collective collective, double bytes,
                                        const CollectiveOptions& options, const std::vector<std::size_t>& order = {}) {
    auto phases = phasesOf(fabric, collective, bytes, order);
    time(phases, fabric, options);
    if (collective != Collective::Broadcast || fabric.dimensions.size() < 2) return phases;
    auto spread = spreadBroadcast(fabric, bytes, order);
    time(spread, fabric, options);
    return seconds(spread) < seconds(phases) ? spread : phases;
}

std::vector<ChunkPhase> durations(const std::vector<DimensionPhase>& phases) {
    std::vector<ChunkPhase> chunk;
    chunk.reserve(phases.size());
    for (const DimensionPhase& phase : phases)
        chunk.push_back({phase.dimension, phase.time.seconds()});
    return chunk;
}

void addBusy(std::vector<PhaseTime>& busy, const std::vector<DimensionPhase>& phases) {
    for (const DimensionPhase& phase : phases) {
        PhaseTime& sum = busy[phase.dimension];
        sum.steps += phase.time.steps;
        sum.latency_s += phase.time.latency_s;
        sum.bandwidth_s += phase.time.bandwidth_s;
    }
}

/// Dimensions that were sent least first: the first one of a scatter carries most.
std::vector<std::size_t> leastBusyFirst(const std::vector<PhaseTime>& busy) {
    std::vector<std::size_t> order(busy.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return busy[a].seconds() < busy[b].seconds(); });
    return order;
}

} // namespace

std::string_view name(DimensionOrder order) { return kOrderNames[static_cast<std::size_t>(order)]; }

std::optional<DimensionOrder> dimensionOrderNamed(std::string_view name) {
    const auto found = std::find(kOrderNames.begin(), kOrderNames.end(), name);
    if (found == kOrderNames.end()) return std::nullopt;
    return static_cast<DimensionOrder>(found - kOrderNames.begin());
}

std::vector<DimensionPhase> phasesOf(const Fabric& fabric, Collective collective, double bytes,
                                     std::vector<std::size_t> order) {
    if (order.empty()) order = innermostFirst(fabric);
    std::vector<DimensionPhase> phases;
    const auto ranks = [&](std::size_t i) { return static_cast<double>(fabric.dimensions[order[i]].ranks); };
    if (order.empty()) return phases;
    double part = bytes;
    switch (collective) {
    case Collective::AllReduce:
        addInwardsOutAndBack(phases, fabric, order, Collective::ReduceScatter, collective, part);
        break;
    case Collective::ReduceScatter:
        for (std::size_t i = 0; i < order.size(); part /= ranks(i), ++i) {
            addPhase(phases, order[i], collective, part);
        }
        break;
    case Collective::AllGather:
        for (std::size_t i = 0; i + 1 < order.size(); ++i)
            part /= ranks(i);
        for (std::size_t i = order.size(); i-- > 0;) {
            addPhase(phases, order[i], collective, part);
            if (i > 0) part *= ranks(i - 1);
        }
        break;
    case Collective::AllToAll:
        for (const std::size_t dimension : order)
            addPhase(phases, dimension, collective, part);
        break;
    case Collective::Broadcast:
        for (std::size_t i = order.size(); i-- > 0;)
            addPhase(phases, order[i], collective, part);
        break;
    case Collective::SendRecv:
        addPhase(phases, order.back(), collective, part); // the farthest pair
        break;
    }
    return phases;
}

CollectiveTime alphaBetaTime(const Fabric& fabric, Collective collective, double bytes,
                             const CollectiveOptions& options) {
    CollectiveTime result;
    result.busy.resize(fabric.dimensions.size());
    if (fabric.dimensions.empty()) return result;
    const bool whole = options.order == DimensionOrder::Sequential || options.chunks < 2;
    const std::uint32_t chunks = whole ? 1 : options.chunks;
    std::vector<std::vector<ChunkPhase>> schedule;
    schedule.reserve(chunks);
    for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
        const bool balances = options.order == DimensionOrder::Balanced && collective != Collective::SendRecv;
        auto phases = timedPhases(fabric, collective, bytes / chunks, options,
                                  balances ? leastBusyFirst(result.busy) : std::vector<std::size_t>{});
        addBusy(result.busy, phases);
        schedule.push_back(durations(phases));
        if (chunk == 0) result.phases = std::move(phases);
    }
    result.seconds = runChunks(schedule, 1);
    if (chunks > 1) result.phases = timedPhases(fabric, collective, bytes, options);
    for (std::size_t d = 0; d < result.busy.size(); ++d) {
        if (result.busy[d].seconds() > result.busy[result.slowest].seconds()) result.slowest = d;
    }
    return result;
}

} // namespace strata::network
