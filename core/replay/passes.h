// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/replay.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace strata::replay {

/// What a device does in a stretch of an iteration.
struct PassTimes {
    double compute_s = 0.0;
    double communication_s = 0.0; ///< that nothing hides
    double wait_s = 0.0;          ///< nothing runs

    double seconds() const { return compute_s + communication_s + wait_s; }
    PassTimes& operator+=(const PassTimes& other);
    PassTimes times(double factor) const;
};

/// A stretch of time in which the same kernels run.
struct Slice {
    exchange::TracePhase phase = exchange::TracePhase::Unknown;
    std::uint32_t node = 0; ///< that started last
    PassTimes times;
};

/// Where one rank's time goes, in order: forward, backward, update.
struct Passes {
    std::vector<Slice> slices;
    std::uint32_t forward_runs = 0; ///< stretches of forward passes with others between them

    PassTimes sum(exchange::TracePhase phase) const;
};

/// Optimizers by the names that frameworks give their kernels.
bool updatesWeights(std::string_view name);

/// Phase by the node itself or by its name; Unknown where neither tells.
exchange::TracePhase phaseOf(const exchange::TraceNode& node);

/// Divides the time of one rank. Messages between stages are left out, and so is the time in which a stage
/// only waits for them, if `drops_waits`. Rows are those of the rank, by start. Nothing where forward and
/// backward passes cannot be told apart.
std::optional<Passes> passesOf(const exchange::ExecutionTrace& trace, std::span<const ReplayRow> rows,
                               std::span<const ReplayStream> streams, bool drops_waits);

} // namespace strata::replay
