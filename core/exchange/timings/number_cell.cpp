// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timings/number_cell.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

namespace strata::exchange {

std::optional<double> numberOf(std::string_view cell) {
    std::string digits;
    std::ranges::copy_if(cell, std::back_inserter(digits), [](char c) { return c != ',' && c != ' '; });
    double value = 0;
    const auto [end, status] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (status != std::errc{} || end != digits.data() + digits.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

} // namespace strata::exchange
