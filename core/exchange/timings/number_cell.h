// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace strata::exchange {

/// A word or cell of another tool's output as a finite number; commas and spaces between thousands may stand in it.
/// Nothing where it is none.
std::optional<double> numberOf(std::string_view cell);

} // namespace strata::exchange
