// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace strata::cpu {

/// Bytes of x86-64 instructions that stand as text, one in a line or several between ";", in Intel syntax, or in AT&T
/// syntax where a line has a "%". "#" and "//" begin comments. Labels may be defined; a branch to one that is not goes
/// to the beginning, since the block is all that is known. Errors: "bad-value" at `pointer`, with line and column
/// from 1.
Result<std::vector<std::uint8_t>> assembleBlock(std::string_view text, std::string_view pointer);

} // namespace strata::cpu
