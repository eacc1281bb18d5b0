// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <string>
#include <vector>

namespace strata::views {

/// A lower bound of the cycles of an iteration, as the part of the estimate states it.
struct BlockBound {
    std::string id; ///< "ports"
    Category category = Category::Other;
    double cycles = 0;
    bool rules = false; ///< no bound is larger
    Message formula{};
};

struct BlockInstruction {
    std::string text;    ///< "add rax, 8"; empty for what closes the loop
    std::string ports;   ///< that its micro-operations may take
    std::string renamed; ///< "move", "zero", "fold", "independent" or "no"
    double bytes = 0, rename_slots = 0, latency = 0;
    bool on_chain = false;
    bool fused = false;       ///< with the branch behind it, as one operation
    std::vector<double> held; ///< by port: cycles an iteration
    bool holdsPorts() const;
};

struct BlockPort {
    std::string name;
    double cycles = 0;
    bool busiest = false; ///< one of those that make the bound
};

/// A basic block: its bounds, and which instruction holds which port of the core for how long.
struct BlockPicture {
    std::vector<BlockBound> bounds;
    std::vector<BlockPort> ports;
    std::vector<BlockInstruction> instructions;
    double cycles = 0;
    bool empty() const { return instructions.empty(); }
    double mostHeld() const; ///< cycles of the busiest port
};

/// Empty where the estimate is not of a basic block.
BlockPicture makeBlockPicture(const Estimate& estimate);

/// A row of each instruction, a column of each port; the last row holds the sums.
Table blockTable(const BlockPicture& picture);

} // namespace strata::views
