// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/graph.h"

#include <cstddef>
#include <span>
#include <vector>

namespace strata::compose {

/// What the two queues need to know of the runtime.
struct QueueCosts {
    double launch_s = 0;       ///< host time to enqueue one kernel
    double gap_s = 0;          ///< device idle between two kernels that are ready
    double queue_depth = 1024; ///< launches that the host may be ahead of the device, at least 1
    bool graph_replay = false; ///< one launch for the whole pass
    double start_s = 0;        ///< host work before the first launch
};

/// One operator as the queues see it: `launches` kernels a copy that share `seconds` (0 launches: nothing happens).
struct QueuedOperator {
    double seconds = 0; ///< of one copy on the device
    double launches = 1;
    double host_share = 1; ///< of QueueCosts::launch_s that each of them takes
};

/// Operators first .. last-1 run one after the other, and that `repeats` times.
struct Segment {
    std::size_t first = 0, last = 0;
    double repeats = 1;
};

/// Cuts a folded graph into what repeats: neighbours whose counts share a factor are one repeated layer, in which an
/// operator stands count / repeats times.
std::vector<Segment> segmentsOf(std::span<const workload::Operator> operators);

/// One pass over the operators: when host and device are done, and where the device waits.
struct Timeline {
    double seconds = 0;          ///< until the device has finished
    double host_s = 0;           ///< until the host has enqueued the last kernel
    double busy_s = 0;           ///< of the device: sum of the kernels
    std::vector<double> waits_s; ///< per operator, all copies: device idle before its kernels
};

/// Runs host and device side by side. Kernel i is enqueued at max(host_{i-1}, start_{i-depth}) + launch, and starts at
/// max(enqueued_i, end_{i-1} + gap). seconds = busy_s + sum of waits_s. Errors: none; empty input gives start_s alone.
Timeline runQueues(std::span<const QueuedOperator> operators, std::span<const double> counts,
                   std::span<const Segment> segments, const QueueCosts& costs);

} // namespace strata::compose
