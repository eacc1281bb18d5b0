// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cpu/decode.h"
#include "core/hardware/edge/cpu_core.h"

namespace strata::cpu {

/// Do these letters fit the pattern of a row, in which "*" stands for any further ones?
bool operandsMatch(std::string_view pattern, std::string_view letters);

/// The first row of the core that holds for the instruction; nullptr where none does.
const hardware::InstructionRow* rowOf(const hardware::CpuCore& core, const Instruction& instruction);

/// Do the two decode as one micro-operation?
bool fuses(const hardware::CpuCore& core, const Instruction& first, const Instruction& branch);

} // namespace strata::cpu
