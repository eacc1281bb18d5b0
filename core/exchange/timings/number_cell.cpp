// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/timings/number_cell.h"

#include <charconv>
#include <cmath>
#include <string>

namespace strata::exchange {

namespace {

/// A number without what stands between groups of three digits; nothing where other groups are separated, because
/// "0,8" means eight tenths to whoever writes so.
std::optional<std::string> withoutGroups(std::string_view cell) {
    constexpr std::size_t kGroup = 3;
    const std::string_view whole = cell.substr(0, cell.find_first_of(".eE"));
    std::string digits;
    std::size_t in_group = 0;
    bool grouped = false;
    for (const char c : whole) {
        if (c != ',' && c != ' ') {
            digits += c;
            in_group += c >= '0' && c <= '9' ? 1 : 0;
            continue;
        }
        if (in_group == 0 || (grouped ? in_group != kGroup : in_group > kGroup)) return std::nullopt;
        grouped = true;
        in_group = 0;
    }
    if (grouped && in_group != kGroup) return std::nullopt;
    return digits + std::string(cell.substr(whole.size()));
}

} // namespace

std::optional<double> numberOf(std::string_view cell) {
    const auto digits = withoutGroups(cell);
    if (!digits) return std::nullopt;
    double value = 0;
    const auto [end, status] = std::from_chars(digits->data(), digits->data() + digits->size(), value);
    if (status != std::errc{} || end != digits->data() + digits->size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

} // namespace strata::exchange
