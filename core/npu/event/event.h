// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/loopnest.h"

#include <memory>
#include <stop_token>

namespace strata::npu {

/// Cycles in which the units wait, or work more slowly, because of one port.
struct EventWait {
    std::size_t level = 0;
    bool reads = true; ///< its read port, else its write port
    double cycles = 0.0;
};

/// How long the two ports of one instance of a level are in use.
struct PortUse {
    double read_cycles = 0.0;
    double write_cycles = 0.0;
    bool room_for_two = true; ///< two of its tiles fit beside each other
};

/// One tile on its way, or one step of the units.
struct TileSpan {
    enum class Kind { Load, Store, Compute };
    Kind kind = Kind::Compute;
    std::size_t tensor = 0;
    std::size_t outer = 0; ///< levels between which it moves
    std::size_t inner = 0;
    double from = 0.0; ///< cycles
    double to = 0.0;
};

/// A run, tile by tile. cycles = fill + compute + all waits + drain.
struct EventResult {
    double cycles = 0.0;
    double fill_cycles = 0.0;    ///< until the units have their first tiles
    double compute_cycles = 0.0; ///< of the units at full speed
    double drain_cycles = 0.0;   ///< from the last step of the units to the last word outside
    std::vector<EventWait> waits;
    std::vector<PortUse> ports;  ///< by level
    std::vector<TileSpan> spans; ///< the first ones, in the order in which they end
    double steps = 0.0;          ///< tiles that the units work through
    std::uint64_t events = 0;    ///< that were followed one by one; the others repeat a period
};

/// How far a simulation may go.
struct EventLimits {
    std::uint64_t most_events = 2'000'000;
    std::size_t most_spans = 400;
    bool repeat_periods = true; ///< iterations that repeat the one before are not followed one by one
};

/// Follows one mapping tile by tile.
///
/// Between two levels that hold a tensor, its tiles cross one after the other, each into the half of a double buffer
/// that the tile before the last one has left: a load begins when the level outside has the tile and that half is free,
/// a store when the level inside has finished its tile. A port moves its stated words per cycle, all copies of a level
/// inside sharing it; among several transfers it serves the one whose tile is needed first, the others take what
/// remains. The units work step by step, a step being all iterations inside the innermost tile that changes. Words are
/// those of the closed form (LoopNestResult), shared among the tiles by the words that are new in each, so that ports
/// are busy for exactly as long as there. An iteration of a loop that repeats the one before in every respect, save
/// for transfers that go on steadily, stands for those that follow: what comes out is the same as step by step.
/// Dataflow with bounded buffers: E. A. Lee and D. G. Messerschmitt, "Synchronous Data Flow", Proc. IEEE 75(9), 1987;
/// double buffers of accelerators: Y.-H. Chen, J. Emer, V. Sze, "Eyeriss", ISCA 2016.
/// The loop of events allocates nothing. One simulator serves one thread.
class EventSimulator {
public:
    EventSimulator(const hardware::NpuArchitecture& architecture, const workload::Problem& problem);
    ~EventSimulator();
    EventSimulator(EventSimulator&&) noexcept;
    EventSimulator& operator=(EventSimulator&&) noexcept;

    /// @param counted the evaluation of the same mapping, without violations
    /// Errors: "too-many-events", "cancelled".
    Result<void> simulate(const Mapping& mapping, const LoopNestResult& counted, const EventLimits& limits,
                          const std::stop_token& stop, EventResult& result);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace strata::npu
