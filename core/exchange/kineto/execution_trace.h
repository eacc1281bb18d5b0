// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// What a node of a trace does.
enum class TraceWork : std::uint8_t { Metadata, MemoryLoad, MemoryStore, Compute, Send, Receive, Collective };
std::string_view name(TraceWork work); ///< "metadata", "memory_load", ...

/// What ranks do together, in the order of Chakra's CollectiveCommType.
enum class TraceCollective : std::uint8_t {
    AllReduce,
    Reduce,
    AllGather,
    Gather,
    Scatter,
    Broadcast,
    AllToAll,
    ReduceScatter,
    ReduceScatterBlock,
    Barrier
};
std::string_view name(TraceCollective collective); ///< "all_reduce", ...

/// Part of a training iteration that a node belongs to.
enum class TracePhase : std::uint8_t { Unknown, Forward, Backward, Update };

/// Shape of a batched matrix product; 0 batches: not told.
struct TraceProduct {
    double batch = 0.0, rows = 0.0, columns = 0.0, inner = 0.0;
};

/// One piece of work of one rank. Numbers that a trace does not tell are 0.
struct TraceNode {
    std::uint64_t id = 0; ///< of the file
    std::string name;
    TraceWork work = TraceWork::Compute;
    TracePhase phase = TracePhase::Unknown;
    bool on_host = false; ///< runs on the CPU, not on the accelerator
    double start_s = 0.0, duration_s = 0.0;
    double flop = 0.0;
    TraceProduct product{};
    /// Compute and memory: tensors read and written. Send and receive: the message. Collectives: what one
    /// rank puts in (of an all-gather its part, not the result).
    double bytes = 0.0;
    std::optional<TraceCollective> collective{};
    std::string group;                         ///< of a collective; empty: all ranks
    std::uint32_t ranks = 0;                   ///< in the group; 0: not told
    std::uint32_t source = 0, destination = 0; ///< of a message
    std::uint64_t tag = 0;
    std::int32_t stream = -1;                ///< of the device; -1: not told
    double lag_s = 0.0;                      ///< at least, from the last dependency's end to the start
    std::vector<std::uint32_t> dependencies; ///< places in ExecutionTrace::nodes that must be done before
};

/// What one rank did: a graph of work without cycles.
struct ExecutionTrace {
    std::string file, schema; ///< as the file calls its version; may be empty
    std::vector<TraceNode> nodes;
    std::vector<std::string> notes; ///< what was left out or read otherwise than written, one sentence each
};

/// Places of the nodes so that each comes after what it depends on; of several, the first of the file goes
/// first. Fewer places than nodes where the dependencies are cyclic.
std::vector<std::uint32_t> orderOf(const std::vector<TraceNode>& nodes);

/// A node without a cycle's way out: the first in the file that orderOf() leaves out.
std::optional<std::uint32_t> firstInCycle(const std::vector<TraceNode>& nodes);

} // namespace strata::exchange
