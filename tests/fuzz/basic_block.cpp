// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cpu/assemble.h"
#include "core/cpu/block.h"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace strata;

/// A core that knows every mnemonic of the block.
hardware::CpuCore coreOf(const std::vector<cpu::Instruction>& block) {
    hardware::CpuCore core;
    core.port_names = {"0", "1", "2"};
    core.load_ports = core.store_address_ports = core.store_data_ports = 0b100;
    core.folded_constant = 1023;
    for (std::size_t i = 0; i < block.size(); ++i) {
        hardware::InstructionRow row;
        row.names = {block[i].name};
        row.operands = "*";
        row.ops = {{i % 2 == 0 ? 0b011U : 0b001U, 1}};
        row.renamed = static_cast<hardware::Renamed>(i % 5);
        row.joins = i % 3 == 0 ? 1 : 0;
        row.plain_sources = i % 4 == 0;
        row.late_flags = i % 7 == 0 ? 1 : 0;
        core.instructions.push_back(std::move(row));
    }
    core.fusions = {{{"add", "cmp", "test"}, {"jb", "jnz", "jz"}}};
    // What does not fit a row that folds small constants.
    for (const cpu::Instruction& instruction : block)
        core.instructions.push_back({.names = {instruction.name}, .operands = "*", .bits = {}, .ops = {{0b010, 2}}});
    return core;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)strata::cpu::bytesOfHex(text, "/workload/code");
    if (const auto code = strata::cpu::assembleBlock(text, "/workload/assembly")) {
        if (code->empty() || (code->size() <= strata::cpu::kLongestBlock && !strata::cpu::decodeBlock(*code, "")))
            std::abort();
    } else if (code.error().text.empty()) {
        std::abort();
    }
    const auto block = strata::cpu::decodeBlock({data, size}, "/workload/code");
    if (!block) return 0;
    const strata::hardware::CpuCore core = coreOf(*block);
    if (!strata::cpu::unknownInstructions(core, *block).empty()) return 0;
    const strata::cpu::BlockBounds bounds = strata::cpu::boundsOf(core, *block, {.copies = 3, .loop = size % 2 == 0});
    if (!(bounds.cycles > 0) || !std::isfinite(bounds.cycles) || bounds.cycles < bounds.ports) std::abort();
    for (const std::size_t link : bounds.links)
        if (link >= block->size()) std::abort();
    return 0;
}
