// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/replay/replay.h"

#include <map>

namespace strata::replay {

/// Assigns the nodes of one rank to streams, which it appends.
class StreamTable {
public:
    explicit StreamTable(std::vector<ReplayStream>& streams) : streams_(streams) {}

    std::uint32_t of(const exchange::TraceNode& node, std::uint32_t rank);

private:
    std::vector<ReplayStream>& streams_;
    std::map<std::pair<std::uint32_t, std::string>, std::uint32_t> places_; ///< of a rank, by name
};

/// Whether a node occupies the links rather than the device: what has no time of its own to compute.
bool communicates(const exchange::TraceNode& node);

/// Parts of the time of one rank from its rows.
ReplayTimes timesOf(std::span<const ReplayRow> rows, std::span<const ReplayStream> streams);

} // namespace strata::replay
