// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/accounts.h"
#include "core/npu/event/odometer.h"
#include "core/npu/movement.h"

#include <vector>

namespace strata::npu::detail {

/// Cycles that one transfer, or one step of the units, keeps a port busy when it is served alone.
struct PortShare {
    std::size_t port = 0; ///< 2 x level, and 1 more for the write port
    double cycles = 0.0;
};

/// The way of one tensor between two levels that hold it.
struct TileLink {
    std::size_t tensor = 0, outer = 0, inner = 0;
    std::size_t digits = 1; ///< of the odometer: loops outside the inner tile, and the leading one
    int outside = -1;       ///< link of the same tensor into the outer level; -1: it is the outermost
    int inside = -1;        ///< link of the same tensor out of the inner level; -1: the units
    bool output = false;
    double first = 1.0;                        ///< share of all words that the first tile has
    double first_load = 1.0;                   ///< the same of what is loaded
    std::array<double, kMaxLoops + 1> loads{}; ///< by digit that advances; 0: the tile stays
    std::array<PortShare, 2> fill{};           ///< of all tiles: read port outside, write port inside
    PortShare drain{};                         ///< of all tiles: write port outside
};

/// A mapping as links and steps. Everything that the simulation reads; made once for each mapping.
struct TileProgram {
    std::size_t digits = 1;
    std::array<std::uint64_t, kMaxLoops + 1> bounds{};
    double step_cycles = 1.0;
    std::vector<TileLink> links; ///< of a tensor from outside in
    std::vector<PortShare> step; ///< ports that the units themselves use
};

/// `program` keeps its memory between calls. False where the mapping does not belong to the hierarchy.
bool makeTileProgram(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                     const std::vector<Projection>& projections, const Mapping& mapping, const LoopNestResult& counted,
                     TileProgram& program);

/// The first iteration after `at` for which the link needs another tile; returns the digit that advanced.
std::size_t nextTile(const TileLink& link, const TileProgram& program, Odometer& at);

} // namespace strata::npu::detail
