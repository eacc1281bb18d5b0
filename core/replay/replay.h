// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/exchange/kineto/execution_trace.h"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace strata::replay {

/// How long a node of a rank takes; in seconds. Communication of several ranks is asked for once, for the
/// first rank that takes part.
using NodeTime = std::function<Result<double>(const exchange::TraceNode& node)>;

/// Who waits for the same: nodes of one stream follow one another.
enum class StreamKind : std::uint8_t { Host, Compute, Communication };

/// One node at its new time.
struct ReplayRow {
    std::uint32_t rank = 0; ///< place of its trace
    std::uint32_t node = 0; ///< place in the trace
    std::uint32_t stream = 0;
    double start_s = 0.0, end_s = 0.0;
};

/// A queue of a rank whose work runs in order.
struct ReplayStream {
    std::uint32_t rank = 0;
    StreamKind kind = StreamKind::Compute;
    std::string name; ///< "host", "compute", "stream 7", "communication dp"
};

/// Where the time of a rank goes: parts that add up to the total.
struct ReplayTimes {
    double total_s = 0.0;
    double compute_s = 0.0;               ///< the device computes or moves memory
    double exposed_communication_s = 0.0; ///< it only communicates
    double host_s = 0.0;                  ///< only the host works
    double idle_s = 0.0;                  ///< nobody does
    double communication_s = 0.0;         ///< busy, beside or behind computation; not a part
};

/// All ranks replayed: their times and every piece of work.
struct Replay {
    std::vector<ReplayTimes> ranks;
    std::vector<ReplayStream> streams;
    std::vector<ReplayRow> rows; ///< by rank and start

    /// The rank that is done last.
    const ReplayTimes& slowest() const;
};

/// Runs the graphs of some ranks: a node starts when what it depends on is done, its lag is over and its
/// stream is free; of several that could, the first in the file goes first (list scheduling; R. L. Graham,
/// SIAM J. Appl. Math. 17(2), 1969). Each rank has one host thread, one compute stream and one stream a group
/// of communication unless the nodes tell their streams. With several ranks, the n-th collective of a group
/// starts when all ranks that have the group are there, and a message is received when it has been sent; one
/// rank alone stands for all that do the same.
///
/// Errors: those of `time`, and "bad-value" where ranks wait for one another for ever, naming the first node
/// that does.
Result<Replay> replay(std::span<const exchange::ExecutionTrace> ranks, const NodeTime& time);

} // namespace strata::replay
