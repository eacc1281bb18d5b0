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
        for (std::size_t i = 0; i + 1 < order.size(); ++i) {
            addPhase(phases, order[i], Collective::ReduceScatter, part);
            part /= ranks(i);
        }
        addPhase(phases, order.back(), Collective::AllReduce, part);
        for (std::size_t i = order.size() - 1; i-- > 0;) {
            part *= ranks(i);
            addPhase(phases, order[i], Collective::AllGather, part);
        }
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
        auto phases = phasesOf(fabric, collective, bytes / chunks,
                               balances ? leastBusyFirst(result.busy) : std::vector<std::size_t>{});
        time(phases, fabric, options);
        addBusy(result.busy, phases);
        schedule.push_back(durations(phases));
        if (chunk == 0) result.phases = std::move(phases);
    }
    result.seconds = runChunks(schedule, 1);
    if (chunks > 1) {
        result.phases = phasesOf(fabric, collective, bytes);
        time(result.phases, fabric, options);
    }
    for (std::size_t d = 0; d < result.busy.size(); ++d) {
        if (result.busy[d].seconds() > result.busy[result.slowest].seconds()) result.slowest = d;
    }
    return result;
}

} // namespace strata::network
