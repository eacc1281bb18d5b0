// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace strata {

/// Number formats of operands. Tf32 is an arithmetic of Fp32 operands on tensor cores: it stores 32 bits.
enum class NumberType : std::uint8_t { Fp64, Fp32, Tf32, Fp16, Bf16, Fp8, Int8, Fp4, Int4 };

inline constexpr std::size_t kNumberTypes = 9;

/// One value per number format, indexed by it.
template <class T>
using ByNumberType = std::array<T, kNumberTypes>;

/// Place of the format in tables that have one row a format.
constexpr std::size_t index(NumberType type) { return static_cast<std::size_t>(type); }

std::string_view name(NumberType type); ///< "fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4", "int4"
std::optional<NumberType> numberTypeNamed(std::string_view name);

/// Bytes of one stored element; 0.5 for the four-bit formats, without their scales.
double bytesOf(NumberType type);

} // namespace strata
