// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace strata::exchange {

/// A word or cell of another tool's output as a finite number; a comma or a space may stand between groups of three
/// digits. Nothing where it is none: "0,8" neither.
std::optional<double> numberOf(std::string_view cell);

} // namespace strata::exchange
