// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/npu/event/cores.h"

#include <string>
#include <vector>

namespace strata::views {

/// A range of tiles that a core works through, or a time in which it waits for results of the layer, or until the
/// layer leaves room.
struct CoreBlock {
    std::size_t core = 0; ///< from 0
    std::string layer;
    double input = 1;
    double first_tile = 0, last_tile = 0, tiles = 0; ///< from 1; no tiles: it waits
    double start_s = 0, end_s = 0;
    double compute_s = 0, reads_s = 0, writes_s = 0; ///< of the time between
    std::string waits_for;

    bool works() const { return tiles > 0; }
    bool waitsForRoom() const { return waits_for == "room"; }
    double seconds() const { return end_s - start_s; }
};

/// How busy the ports of the memory outside are, as shares.
struct MemorySlice {
    double start_s = 0, end_s = 0, reads = 0, writes = 0;

    double busiest() const { return reads > writes ? reads : writes; }
};

/// Where the time of a core goes.
struct CoreSums {
    double busy_share = 0, compute_s = 0, reads_s = 0, writes_s = 0, results_s = 0, room_s = 0, idle_s = 0;
};

/// What the cores of one answer do, and how busy the memory is that they share.
struct CorePicture {
    std::vector<CoreBlock> blocks; ///< by core, then by time
    std::vector<CoreSums> cores;
    std::vector<MemorySlice> memory;
    double end_s = 0;

    bool empty() const { return blocks.empty(); }
    bool severalInputs() const;
    /// Share of the time in which a port of the memory is full.
    double fullShare() const;
};

/// Empty where the answer follows no cores.
CorePicture makeCorePicture(const Estimate& estimate);

/// One row for each block.
Table coresTable(const CorePicture& picture);

} // namespace strata::views
