// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/network/collective.h"
#include "core/network/step_schedule.h"

#include <cstdint>
#include <vector>

namespace strata::network {

/// How a dimension of the step model is wired.
enum class StepTopology { Ring, Switch, FullyConnected };

/// A dimension in the units of the step model: one cycle is a nanosecond.
struct StepDimension {
    StepTopology topology = StepTopology::Ring;
    std::uint32_t ranks = 2;
    double bytes_per_cycle = 1.0;
    double latency_cycles = 0.0;
    Algorithm algorithm = Algorithm::Ring; ///< ring, direct, halving_doubling or double_binary_tree

    double hops(std::uint32_t distance) const; ///< of a message to the rank so far on
};

/// The step-and-chunk model of a collective (ASTRA-sim: W. Won et al., ISPASS 2023): a collective is cut into
/// chunks, each chunk passes the dimensions, each dimension takes the steps of its algorithm.
struct StepConfig {
    std::vector<StepDimension> dimensions; ///< innermost first
    std::uint32_t chunks = 1;
    std::uint32_t active_chunks = 1;      ///< at work in one dimension at a time
    double endpoint_cycles = 10.0;        ///< of a rank, before each message and after the last
    double memory_bytes_per_cycle = 1e12; ///< at which a rank adds up
    /// Messages are stored and forwarded by each hop and wait for links in first-in first-out order (one
    /// dimension); else a message takes hops x latency + bytes / bandwidth, whatever else is on its way.
    bool contention = false;
    /// Messages of a direct exchange share the links of their rank also without contention. The simulator lets them
    /// pass each other, so that a switch of n ranks exchanges n - 1 times as fast as its links are.
    bool shares_links = false;
    /// All-reduce scatters over the dimensions and gathers back; else it reduces all bytes in each dimension.
    bool scatters = true;
};

/// Cycles until the last rank is done. `bytes` is what one rank puts in (of an all-gather its part, not the
/// result). Ring, halving-doubling and double binary tree are closed forms; direct exchange on a ring with
/// contention follows the messages through one link, which by symmetry is every link. Errors: "bad-value" for
/// algorithms or shapes that the model does not know, with a pointer below "/dimensions".
Result<double> stepCycles(const StepConfig& config, Collective collective, std::uint64_t bytes);

/// Cycles of one chunk in one dimension when no other chunk is near.
double stepPhaseCycles(const StepConfig& config, const StepDimension& dimension, Collective collective,
                       std::uint64_t bytes);

} // namespace strata::network
