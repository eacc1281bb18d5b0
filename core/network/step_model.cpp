// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/step_model.h"

#include <algorithm>
#include <cmath>

namespace strata::network {
namespace {

bool isPowerOfTwo(std::uint32_t ranks) { return (ranks & (ranks - 1)) == 0; }

Error refused(std::size_t dimension, Message text, Message expected) {
    return {"bad-value", "/dimensions/" + std::to_string(dimension), std::move(text), std::move(expected), {}};
}

Result<void> check(const StepConfig& config, Collective collective) {
    if (config.dimensions.empty())
        return Error{"bad-value", "/dimensions", {"error.there-no-dimensions"}, {"accepted.one-or-more"}, {}};
    if (collective == Collective::Broadcast || collective == Collective::SendRecv) {
        return Error{"not-supported",
                     "",
                     {"error.step-model-has-no", {{"collective", name(collective)}}},
                     {"accepted.all-reduce-all-gather-reduce-scatter"},
                     {}};
    }
    for (std::size_t d = 0; d < config.dimensions.size(); ++d) {
        const StepDimension& dimension = config.dimensions[d];
        const Algorithm algorithm = dimension.algorithm;
        if (dimension.ranks < 2)
            return refused(d, {"error.field-is", {{"field", "ranks"}, {"value", dimension.ranks}}},
                           {"accepted.2-or-more"});
        const bool halves = algorithm == Algorithm::HalvingDoubling || algorithm == Algorithm::DoubleBinaryTree;
        if (algorithm != Algorithm::Ring && algorithm != Algorithm::Direct && !halves) {
            return refused(d, {"error.step-model-has-no", {{"collective", name(algorithm)}}},
                           {"accepted.ring-direct-halving-doubling-or-double"});
        }
        if (halves && !isPowerOfTwo(dimension.ranks)) {
            return refused(d, {"error.among-ranks", {{"algorithm", name(algorithm)}, {"ranks", dimension.ranks}}},
                           {"accepted.power-two"});
        }
        if (algorithm == Algorithm::HalvingDoubling && collective == Collective::AllToAll) {
            return refused(d, {"error.halving-doubling-cannot-do-all-to"}, {"accepted.ring-or-direct"});
        }
        if (algorithm == Algorithm::DoubleBinaryTree &&
            (collective != Collective::AllReduce || config.dimensions.size() > 1)) {
            return refused(d, {"error.known-for-all-reduce-in-one", {{"field", "double_binary_tree"}}},
                           {"accepted.ring-or-direct"});
        }
    }
    return {};
}

/// All chunks through the two trees. The way down to the leaves of one chunk overlaps with the way up of the
/// next.
double doubleBinaryTreeCycles(const StepConfig& config, std::uint64_t bytes) {
    const StepDimension& dimension = config.dimensions.front();
    const double chunks = config.chunks;
    const double message = static_cast<double>(bytes / config.chunks);
    const double transfer = std::floor(message / dimension.bytes_per_cycle);
    const double endpoint = config.endpoint_cycles;
    const double addition = 3.0 * std::floor(message / config.memory_bytes_per_cycle);
    const auto edge = [&](std::uint32_t distance) {
        const double passed = dimension.hops(distance);
        return config.contention ? passed * std::floor(dimension.latency_cycles + message / dimension.bytes_per_cycle)
                                 : std::floor(passed * dimension.latency_cycles + message / dimension.bytes_per_cycle);
    };
    const double leaf = edge(1);
    double chunk = leaf + 2.0 * endpoint + addition;
    double inner_levels = 0.0;
    for (std::uint32_t distance = 2; distance < dimension.ranks; distance *= 2, inner_levels += 1.0) {
        chunk += 2.0 * (edge(distance) + endpoint + addition);
    }
    double cycles = chunks * chunk + leaf + endpoint;
    if (config.contention) {
        // A chunk's way down meets the next one's way up; at a switch, two children meet at their parent's
        // link.
        cycles += (chunks - 1.0) * (transfer - endpoint);
        if (dimension.topology == StepTopology::Switch) cycles += (chunks + 1.0) * inner_levels * transfer;
    }
    return cycles;
}

/// One dimension: groups of active chunks follow one another. With contention, the chunks of a group queue
/// for their links, and where these are never idle the bytes alone rule.
double oneDimension(const StepConfig& config, Collective collective, std::uint64_t bytes) {
    const StepDimension& dimension = config.dimensions.front();
    if (dimension.algorithm == Algorithm::DoubleBinaryTree) return doubleBinaryTreeCycles(config, bytes);
    const double groups = std::ceil(static_cast<double>(config.chunks) / config.active_chunks);
    // The last group may be smaller: its chunks follow the first ones of the group before, which queued least.
    const double before = (config.chunks - 1) % config.active_chunks;
    const std::uint64_t chunk = bytes / config.chunks;
    const double alone = groups * stepPhaseCycles(config, dimension, collective, chunk);
    if (!config.contention || dimension.algorithm == Algorithm::HalvingDoubling) return alone;
    const double message = static_cast<double>(collective == Collective::AllGather ? chunk : chunk / dimension.ranks);
    const double transfer = std::floor(message / dimension.bytes_per_cycle);
    if (dimension.algorithm == Algorithm::Direct) {
        const bool queues = dimension.topology == StepTopology::Switch;
        return alone + (queues ? before * (dimension.ranks - 1.0) * transfer : 0.0);
    }
    const double ranks = dimension.ranks;
    double steps = ranks - 1.0;
    if (collective == Collective::AllReduce) steps *= 2.0;
    if (collective == Collective::AllToAll) steps *= ranks / 2.0;
    const double hop = std::floor(dimension.latency_cycles + message / dimension.bytes_per_cycle);
    const double saturated =
        (steps * config.chunks - 1.0) * transfer + dimension.hops(1) * hop + 2.0 * config.endpoint_cycles;
    return std::max(alone + before * transfer, saturated);
}

/// The phases of one chunk over all dimensions. Gathering begins with the outermost one.
std::vector<ChunkPhase> chunkPhases(const StepConfig& config, Collective collective, std::uint64_t bytes) {
    std::vector<ChunkPhase> phases;
    const auto add = [&](std::size_t dimension, Collective kind) {
        phases.push_back({dimension, stepPhaseCycles(config, config.dimensions[dimension], kind, bytes)});
    };
    const std::size_t count = config.dimensions.size();
    if (collective == Collective::AllReduce && config.scatters) {
        for (std::size_t d = 0; d + 1 < count; bytes /= config.dimensions[d].ranks, ++d)
            add(d, Collective::ReduceScatter);
        add(count - 1, Collective::AllReduce);
        for (std::size_t d = count - 1; d-- > 0;) {
            add(d, Collective::AllGather);
            bytes *= config.dimensions[d].ranks;
        }
    } else if (collective == Collective::AllGather) {
        for (std::size_t d = count; d-- > 0; bytes *= config.dimensions[d].ranks)
            add(d, collective);
    } else {
        for (std::size_t d = 0; d < count; ++d) {
            add(d, collective);
            if (collective == Collective::ReduceScatter) bytes /= config.dimensions[d].ranks;
        }
    }
    return phases;
}

} // namespace

Result<double> stepCycles(const StepConfig& config, Collective collective, std::uint64_t bytes) {
    if (auto known = check(config, collective); !known) return known.error();
    if (config.dimensions.size() == 1) return oneDimension(config, collective, bytes);
    const auto phases = chunkPhases(config, collective, bytes / config.chunks);
    return runChunks(std::vector(config.chunks, phases), config.active_chunks);
}

} // namespace strata::network
