// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cpu/chains.h"
#include "core/cpu/decode.h"
#include "core/cpu/ports.h"
#include "core/hardware/edge/cpu_core.h"

#include <span>
#include <string>
#include <vector>

namespace strata::cpu {

/// How a block is run again and again.
struct BlockRun {
    double copies = 1;    ///< of the block, one behind the other, in one pass of the loop
    bool loop = false;    ///< a counter and a branch close the loop; otherwise nothing stands between two copies
    bool decoded = false; ///< instructions come from the decoders, not from the cache of micro-operations
};

/// What one instruction of a block costs.
struct InstructionCost {
    const hardware::InstructionRow* row = nullptr;
    double rename_slots = 0; ///< that front end and rename stage give it; 0: fused with the instruction before
    std::vector<PortWork> work;
    double latency = 0;
    hardware::Renamed renamed = hardware::Renamed::No;
};

/// Lower bounds of the cycles that one iteration of the block takes; the largest one rules.
struct BlockBounds {
    double front = 0; ///< decoders or cache of micro-operations
    double rename = 0;
    double ports = 0;
    double chain = 0; ///< dependencies
    double cycles = 0;
    double rename_slots = 0, bytes = 0;
    std::vector<InstructionCost> costs; ///< by instruction
    PortLoads loads;
    std::vector<PortWork> closing;  ///< of the counter and the branch that close the loop
    std::vector<std::size_t> links; ///< instructions on the slowest chain
};

/// Names of the instructions that the core has no facts about, each once.
std::vector<std::string> unknownInstructions(const hardware::CpuCore& core, std::span<const Instruction> block);

/// Steady state without cache misses and mispredictions; dependencies through memory are not followed (Facile, IISWC
/// 2023, with constants that the rename stage folds). Every instruction must be known.
BlockBounds boundsOf(const hardware::CpuCore& core, std::span<const Instruction> block, const BlockRun& run);

/// Cycles an iteration for which each instruction holds each port, as spread() has them. By instruction, then port; the
/// last row is what closes the loop.
std::vector<std::vector<double>> portPressure(const BlockBounds& bounds);

} // namespace strata::cpu
