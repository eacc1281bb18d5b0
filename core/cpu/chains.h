// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cpu/decode.h"

#include <span>
#include <vector>

namespace strata::cpu {

/// An instruction as chains of dependencies see it.
struct Link {
    std::vector<Place> reads, addresses, joins, writes; ///< `joins`: destinations whose old value is waited for
    double latency = 1;                                 ///< from a register to the results
    double address_latency = 0;                         ///< from a register of the address to the results
    double join_latency = 0;                            ///< from the old value of a destination to the results
};

/// The slowest chain that goes on from iteration to iteration.
struct Chain {
    double cycles = 0;              ///< an iteration; 0: no chain
    std::vector<std::size_t> links; ///< instructions on it, in the order in which they pass the value on
};

/// The largest ratio of latency over iterations among all cycles of the graph of dependencies. Values that live over
/// the end of the block are its nodes, so that every edge spans one iteration and the ratio is the maximum mean cycle
/// (R. Karp, Discrete Mathematics 23, 1978).
Chain slowestChain(std::span<const Link> block);

} // namespace strata::cpu
