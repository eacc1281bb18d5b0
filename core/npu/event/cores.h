// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/npu/event/tile_links.h"

#include <cstdint>
#include <stop_token>
#include <vector>

namespace strata::npu {

/// One result that cores produce together: a layer, for one input of the network.
struct CoreItem {
    std::size_t layer = 0;
    std::size_t input = 0;
    std::vector<std::size_t> needs{}; ///< items whose results it reads
    std::vector<std::size_t> room{};  ///< items that are done when there is room for its own result
};

/// What one core does for an item: its piece of the layer, so often.
struct CoreJob {
    std::size_t item = 0;
    std::size_t program = 0;
    std::uint64_t copies = 1;
};

/// Who does what, in which order. Programs move words between the memory outside and the core alone; what happens on
/// the chip is part of their steps.
struct CorePlan {
    std::vector<detail::TileProgram> programs;
    std::vector<CoreItem> items;
    std::vector<std::vector<CoreJob>> cores;
};

/// What a core waits for.
enum class CoreWait : std::uint8_t { Nothing, Reads, Writes, Results, Room };

/// A range of tiles that a core works through, or a time in which it waits for one item of others: each has a span of
/// its own. @unit cycles
struct CoreSpan {
    std::size_t core = 0, item = 0;
    std::uint64_t first_tile = 0, last_tile = 0, tiles = 0; ///< of all of the job; none: it waits for the item
    bool for_room = false; ///< it waits until the item leaves room, else for its results
    double from = 0, to = 0;
    double compute = 0, reads = 0, writes = 0; ///< of the time between: units at full speed, and what they wait for

    double length() const { return to - from; }
    /// What takes the most of the time that is not computed, where that is more than a hundredth of the span.
    CoreWait waits() const;
};

/// How busy the ports of the memory outside are. @unit cycles, shares of 1
struct MemoryUse {
    double from = 0, to = 0;
    double read_share = 0, write_share = 0;
};

/// From this share on a port counts as full.
inline constexpr double kFullPort = 0.95;

/// Where the time of one core goes; what is left until the end of the run is idle. @unit cycles
struct CoreTime {
    double compute = 0, reads = 0, writes = 0, results = 0, room = 0, end = 0;
};

struct CoresResult {
    double cycles = 0;
    std::vector<CoreSpan> spans;   ///< by core, in the order of time
    std::vector<MemoryUse> memory; ///< in the order of time
    std::vector<double> item_ends; ///< by item
    std::vector<CoreTime> cores;
    double read_cycles = 0, write_cycles = 0; ///< for which the ports of the memory outside are in use
    std::uint64_t events = 0;
};

struct CoreLimits {
    std::uint64_t most_events = 20'000'000;
    std::size_t most_spans = 20'000;
    std::size_t ranges = 8;   ///< of tiles, of one job
    std::size_t slices = 256; ///< of the time, for the use of the memory; even
};

/// Cores that work independently and share the ports of the memory outside. Each follows its jobs tile by tile with
/// double buffers of its own (see EventSimulator); a job begins when the items that it reads are complete, and nothing
/// is loaded for it before. A port that more is asked of than it can move is shared by max-min fairness: who asks for
/// less than an equal part gets it, the others share the rest (D. Bertsekas, R. Gallager, "Data Networks", 2nd
/// ed., 6.5.2). Errors: "too-many-events" and "too-many-spans" beyond the limits, "cancelled", "internal" where jobs
/// wait for each other.
Result<CoresResult> simulateCores(const CorePlan& plan, const CoreLimits& limits, const std::stop_token& stop);

/// The part of a mapping that crosses the ports of the outermost level: steps last as long as the levels inside need,
/// inner loops are one step where there were more than `most_steps`. @param inner_cycles of the whole layer without the
/// outermost level
detail::TileProgram outerProgram(const detail::TileProgram& whole, double inner_cycles, std::uint64_t most_steps);

/// Words that stream through in equal tiles: `read_cycles` and `write_cycles` of the outermost ports, `inner_cycles` of
/// all steps.
detail::TileProgram streamProgram(double read_cycles, double write_cycles, double inner_cycles, std::uint64_t steps);

/// Further words that every step of a program reads and writes alike.
void addStream(double read_cycles, double write_cycles, detail::TileProgram& program);

/// Steps of a program.
std::uint64_t stepsOf(const detail::TileProgram& program);

} // namespace strata::npu
