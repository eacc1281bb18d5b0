// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/event/event.h"
#include "core/npu/event/tile_links.h"

namespace strata::npu::detail {

inline constexpr double kDone = 1e-11; ///< of a transfer: less is rounding
inline constexpr double kSame = 1e-9;  ///< relative: two iterations are alike
inline constexpr std::size_t kNoPort = static_cast<std::size_t>(-1);
inline constexpr std::size_t kOuterPorts = 2; ///< read and write port of the outermost level, which cores share

/// The loads, or the stores, of one link: one tile after the other.
struct Transfer {
    bool store = false;
    std::size_t link = 0;
    Odometer at;       ///< first use of the tile on its way
    Odometer other;    ///< load: first use of the tile before; store: of the tile after
    bool first = true; ///< load: nothing has crossed yet
    double remaining = 1.0;
    double scale = 0.0;      ///< share of all words of the link that this tile has
    double next_scale = 0.0; ///< store: that of the tile after
    // Of the present stretch:
    bool runs = false;
    double speed = 0.0; ///< tiles per cycle
    std::size_t bottleneck = kNoPort;
    double started = -1.0;
};

/// What returns in each iteration of a loop, if it does.
struct Snapshot {
    bool taken = false;
    Odometer steps;
    double time = 0.0;
    double compute = 0.0;
    std::vector<double> waits;
    std::vector<Transfer> transfers;
};

/// One core on its way through a program of tiles. Its ports are its own, but for those of the outermost level, of
/// which it has what it is allowed.
struct TileRun {
    TileProgram program;
    std::vector<Transfer> transfers;
    std::vector<std::size_t> order;                    ///< transfers, the one whose tile is needed first in front
    std::vector<int> load_of, store_of;                ///< by link
    std::vector<std::size_t> innermost;                ///< links into the levels that the units read
    std::vector<double> free;                          ///< by port: share that is not in use
    std::vector<double> waits;                         ///< by port
    std::vector<Snapshot> snapshots;                   ///< by digit
    std::array<double, kOuterPorts> allowed{1.0, 1.0}; ///< share of the outermost ports

    Odometer steps; ///< of the units
    double step_left = 1.0, step_speed = 0.0, step_started = -1.0;
    bool step_runs = false;
    std::size_t step_bottleneck = kNoPort;
    double time = 0.0, fill = 0.0, compute = 0.0, drain = 0.0;
    bool begun = false;
    std::uint64_t events = 0;

    bool repeat_periods = false;
    std::size_t most_spans = 0;
    std::vector<TileSpan>* spans = nullptr; ///< where they are kept; nullptr: nowhere

    /// Begins the program anew; `levels` that its ports belong to.
    void prepare(std::size_t levels);
    bool ended() const;
    /// Finishes what takes no time; true where something did.
    bool settle();
    /// Divides the ports among all that may run: first the units, then by when a tile is needed.
    void share();
    /// Until something ends at these speeds; infinity where nothing runs. @unit cycles
    double stretch() const;
    void pass(double cycles);
    /// Ends what the time that passed has brought to its end; whether a step of the units was among it.
    bool finishWhatEnded();
    /// The port that the units wait for: behind the tile that they lack.
    std::size_t waitingFor() const;

private:
    bool loadMayRun(const Transfer& load) const;
    bool storeMayRun(const Transfer& store) const;
    bool stepMayRun() const;
    void serve(Transfer& transfer);
    void finish(Transfer& transfer);
    void finishStep();
    void repeat(std::size_t digit);
    bool repeats(std::size_t digit, const Snapshot& before, std::uint64_t& times) const;
    void skip(std::size_t digit, const Snapshot& before, std::uint64_t times);
    void take(std::size_t digit);
    double fullCycles(const Transfer& transfer) const;
    void span(TileSpan::Kind kind, const TileLink* link, double from);
    const TileLink& linkOf(const Transfer& transfer) const { return program.links[transfer.link]; }
};

} // namespace strata::npu::detail
