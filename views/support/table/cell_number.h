// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <optional>

namespace strata::views {

/// A count or a real number of a table; nothing for a word, a text and an empty cell.
inline std::optional<double> cellNumber(const Cell& cell) {
    if (const auto* count = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*count);
    if (const auto* real = std::get_if<double>(&cell)) return *real;
    return std::nullopt;
}

} // namespace strata::views
