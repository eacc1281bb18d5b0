// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

namespace strata::network {

/// A phase of a chunk keeps one dimension busy for so long; any unit of time.
struct ChunkPhase {
    std::size_t dimension = 0;
    double duration = 0.0;
};

/// When the last of the chunks has passed its phases in their order, if each dimension works on at most
/// `active` chunks at a time, at most `active` chunks are in their first phase, first phases go before later
/// ones, and otherwise who comes first is served first. Chunks of one dimension and one phase each run in
/// groups of `active`.
double runChunks(const std::vector<std::vector<ChunkPhase>>& chunks, std::size_t active);

} // namespace strata::network
