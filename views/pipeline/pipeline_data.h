// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace strata::views {

/// Passes: several of one stage that the estimate tells together.
enum class BlockKind : std::uint8_t { Forward, Backward, Weight, Optimizer, Communication, Host, Other, Passes };

/// A stage at work from one time to another.
struct TimelineBlock {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    double start_s = 0.0, end_s = 0.0;
    double communication_s = 0.0; ///< of collectives within a pass
    std::uint32_t stage = 0;
    std::uint32_t micro_batch = kNone;
    std::uint32_t chunk = 0;
    BlockKind kind = BlockKind::Other;
    std::uint16_t work = 0; ///< into Timeline::works
    std::uint32_t passes = 1;
    std::array<double, 3> passes_s{}; ///< of Passes: forward, backward, weight gradients; the rest is bubbles

    double seconds() const { return end_s - start_s; }
    double busySeconds() const;
};

/// The pipeline of an iteration as the estimate's table "timeline" states it. Bubbles are what no block
/// fills.
struct Timeline {
    std::vector<TimelineBlock> blocks; ///< by lane, then by start
    std::vector<std::size_t> first;    ///< of each lane: 2 x stage, or 2 x stage + 1 for communication; and the end
    std::vector<std::string> works;    ///< words of the table
    /// Blocks that the end waits for, from the first, or from the first after those of several passes.
    std::vector<std::uint32_t> critical;
    double seconds = 0.0; ///< end of the last block
    double busy_s = 0.0;  ///< computation of all stages together
    bool communicates = false;
    bool merged = false; ///< some blocks are of several passes

    bool empty() const { return blocks.empty(); }
    std::size_t stages() const { return first.empty() ? 0 : (first.size() - 1) / 2; }
    std::span<const TimelineBlock> lane(std::size_t stage, bool messages) const;
    double bubbleShare() const;
};

/// Empty where the estimate has no table "timeline".
Timeline makeTimeline(const Estimate& estimate);

/// The block whose end a block waited for: the one before it on its stage, or the one that made its input,
/// whichever ended last. Nothing for the first.
std::optional<std::uint32_t> waitedFor(const Timeline& timeline, std::uint32_t block);

/// Every block of both timelines.
Table timelineTable(const Timeline& selected, const Timeline* baseline);

} // namespace strata::views
