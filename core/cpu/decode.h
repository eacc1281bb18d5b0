// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata::cpu {

/// What instructions wait for: general registers 0-15, vector registers 16-47, mask registers 48-55, the carry flag and
/// the other flags, which are renamed apart.
using Place = std::uint8_t;
inline constexpr Place kFirstVector = 16, kFirstMask = 48, kCarry = 56, kFlags = 57;
inline constexpr std::size_t kPlaces = 58;

/// One instruction of a basic block, as far as its throughput goes.
struct Instruction {
    std::string text;     ///< "add rax, 8"
    std::string name;     ///< "add"
    std::string operands; ///< letters as hardware::InstructionRow::operands
    int bits = 0;         ///< of the first operand
    double constant = 0;  ///< its constant, or the displacement of a computed address
    double bytes = 0;
    std::vector<Place> reads;     ///< registers and flags, those of addresses of loads apart
    std::vector<Place> addresses; ///< registers of the address of a load
    std::vector<Place> writes;
    bool loads = false, stores = false;
    bool vector_load = false; ///< a vector register receives what is loaded
    bool same_sources = false;
    bool indexed = false;        ///< the address of its load or store has an index
    bool three_operands = false; ///< it names a destination apart from its sources
    bool branch = false;
    friend bool operator==(const Instruction&, const Instruction&) = default;
};

/// Longest basic block that is taken, in bytes: a few hundred instructions.
inline constexpr std::size_t kLongestBlock = 4096;

/// Bytes of hexadecimal text; blanks between them are skipped. Errors: "bad-value" at `pointer`.
Result<std::vector<std::uint8_t>> bytesOfHex(std::string_view text, std::string_view pointer);

/// The instructions of 64-bit code. Errors: "bad-value" at `pointer` where the code is empty, too long or holds bytes
/// that are no instruction, with their offset.
Result<std::vector<Instruction>> decodeBlock(std::span<const std::uint8_t> code, std::string_view pointer);

} // namespace strata::cpu
