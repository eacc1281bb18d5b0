// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace strata::hardware {

/// Ports of a scheduler, one bit each: bit 3 is port 3.
using PortSet = std::uint32_t;

/// A micro-operation: any one of its ports takes it and is held for `cycles`.
struct MicroOp {
    PortSet ports = 0;
    double cycles = 1;
    friend bool operator==(const MicroOp&, const MicroOp&) = default;
};

/// What the rename stage answers itself, so that no port is used.
enum class Renamed {
    No,
    Move,       ///< the destination becomes another name of the source
    Zero,       ///< the destination becomes zero and waits for nothing
    Fold,       ///< a constant is remembered beside the name of the source, and added when it no longer fits
    Independent ///< executed, but waits for none of its sources
};

/// Facts about instructions of one form. The first row of a core that matches an instruction holds.
struct InstructionRow {
    std::vector<std::string> names; ///< mnemonics, lower case and sorted
    /// Operands in the order of Intel's manual, a letter each: r general register, x vector register, k mask register,
    /// i constant, m memory; of an address that is only computed: a (at most two terms without a scale), s (scaled
    /// index), t (base, index and displacement), u (the same, scaled). "*" stands for any further letters. Empty: all.
    std::string operands;
    std::vector<int> bits; ///< of the first operand; empty: all
    bool same = false;     ///< all registers that it reads are one
    Renamed renamed = Renamed::No;
    std::vector<MicroOp> ops; ///< beside those of loads and stores, which the core states
    double latency = 1;       ///< cycles from a register to the result
    double joins = 0;         ///< cycles from the old value of its destination to the result; 0: does not wait for it
    double late_flags = 0;    ///< cycles that conditional moves and sets which read its flags take longer
    bool plain_sources =
        false; ///< a source that the rename stage holds with a constant costs one more micro-operation and cycle
    double front_slots = 0; ///< slots of the front end where they are not one for each micro-operation
    friend bool operator==(const InstructionRow&, const InstructionRow&) = default;
};

/// A compare and a branch that are decoded as one micro-operation.
struct MacroFusion {
    std::vector<std::string> names, branches; ///< sorted mnemonics
    friend bool operator==(const MacroFusion&, const MacroFusion&) = default;
};

/// The core of a CPU as basic blocks see it: a file of hwlib/cpu/.
struct CpuCore {
    std::string id, name, vendor;
    double clock_hz = 0;                        ///< 0: not stated
    double decode_width = 4, decode_bytes = 16; ///< instructions and bytes a cycle
    double cache_width = 6;                     ///< micro-operations a cycle out of the micro-operation cache
    double rename_width = 4, retire_width = 4;  ///< slots a cycle
    bool loop_breaks_group =
        false;                  ///< the last slots of one pass of a loop and the first of the next never share a cycle
    double folded_constant = 0; ///< largest magnitude of what the rename stage remembers beside a register
    std::vector<std::string> port_names; ///< by bit
    PortSet load_ports = 0, store_address_ports = 0, store_data_ports = 0;
    double load_latency = 5, vector_load_latency = 6; ///< from the address to the value, L1 hits
    bool splits_indexed = false; ///< three-operand instructions with an indexed address take two slots
    std::vector<InstructionRow> instructions;
    std::vector<MacroFusion> fusions;
};

/// Schema of hwlib/cpu/*.json.
const ObjectSchema& cpuCoreSchema();

/// Errors: those of validate(); "bad-value": a port or a group of ports that the core does not have.
Result<CpuCore> readCpuCore(const Json& document, std::string_view pointer);

} // namespace strata::hardware
