// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What the text of one instruction says, before it is encoded.
namespace strata::cpu::assembly {

/// What is wrong with a text, and where its cause begins.
struct Fault {
    std::size_t at = 0; ///< offset in the whole text
    Message what;
};

struct Operand {
    enum class Kind : std::uint8_t { Register, Number, Memory, Label };
    Kind kind = Kind::Register;
    std::size_t at = 0;      ///< offset in the whole text
    int name = 0;            ///< of a register, as the encoder numbers them
    std::int64_t number = 0; ///< or displacement
    int base = 0, index = 0, scale = 0;
    int bytes = 0;     ///< of memory; 0: not stated
    int broadcast = 0; ///< places that one value of memory is copied to; 0: none
    std::string label;
};

struct Statement {
    std::size_t at = 0;
    std::string name;                  ///< of the instruction, in small letters
    std::vector<std::string> prefixes; ///< "lock", "rep"
    std::vector<Operand> operands;     ///< the destination first, in both syntaxes
    int mask = 0;                      ///< register of the write mask; 0: none
    bool zeroing = false;
    bool att = false;
};

struct Label {
    std::string name;
    std::size_t statement = 0; ///< that it stands before
};

struct Listing {
    std::vector<Statement> statements;
    std::vector<Label> labels;
};

/// The whole character that begins there, of one byte or more.
std::string_view characterAt(std::string_view text, std::size_t at);

/// The number of a register, or 0.
int registerNamed(std::string_view name);

/// Reads one operand from `text` to its end; `at` is its offset in the whole text. A mask behind a destination goes
/// into the statement. False with the fault where it is malformed.
bool readOperand(std::string_view text, std::size_t at, Statement& statement, Fault& fault);

/// Statements and labels of the text; false with the fault where one is malformed.
bool readListing(std::string_view text, Listing& listing, Fault& fault);

} // namespace strata::cpu::assembly
