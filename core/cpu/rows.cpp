// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/rows.h"

#include <algorithm>
#include <cmath>

namespace strata::cpu {

bool operandsMatch(std::string_view pattern, std::string_view letters) {
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '*') return true;
        if (i >= letters.size() || letters[i] != pattern[i]) return false;
    }
    return pattern.size() == letters.size();
}

const hardware::InstructionRow* rowOf(const hardware::CpuCore& core, const Instruction& instruction) {
    for (const hardware::InstructionRow& row : core.instructions) {
        if (!std::ranges::binary_search(row.names, instruction.name)) continue;
        if (!operandsMatch(row.operands, instruction.operands)) continue;
        if (!row.bits.empty() && std::ranges::find(row.bits, instruction.bits) == row.bits.end()) continue;
        if (row.same && !instruction.same_sources) continue;
        if (row.renamed == hardware::Renamed::Fold && std::abs(instruction.constant) > core.folded_constant) continue;
        return &row;
    }
    return nullptr;
}

bool fuses(const hardware::CpuCore& core, const Instruction& first, const Instruction& branch) {
    // A constant beside an address leaves no room for the target (Intel, Optimization Reference Manual,
    // "Macro-fusion").
    const bool memory_and_constant =
        first.operands.find('m') != std::string::npos && first.operands.find('i') != std::string::npos;
    if (!branch.branch || first.stores || memory_and_constant) return false;
    return std::ranges::any_of(core.fusions, [&](const hardware::MacroFusion& pair) {
        return std::ranges::binary_search(pair.names, first.name) &&
               std::ranges::binary_search(pair.branches, branch.name);
    });
}

} // namespace strata::cpu
