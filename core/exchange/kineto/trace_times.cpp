// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/kineto/trace_times.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>

namespace strata::exchange {
namespace {

constexpr double kSecondsPerDay = 86400.0;
constexpr double kEpoch_s = 1e8; ///< three years: no recording is as long, every date since 1973 is later

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

/// Takes `digits` digits and the character behind them, which is one of `ends` or the end of the text.
std::optional<int> taken(std::string_view& text, std::size_t digits, std::string_view ends) {
    int value = 0;
    if (text.size() < digits) return std::nullopt;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + digits, value);
    if (failure != std::errc() || end != text.data() + digits || value < 0) return std::nullopt;
    text.remove_prefix(digits);
    if (ends.empty()) return value;
    if (text.empty() || ends.find(text.front()) == std::string_view::npos) return std::nullopt;
    text.remove_prefix(1);
    return value;
}

/// Behind the seconds: ".979960", or nothing.
double takenFraction(std::string_view& text) {
    if (!text.starts_with('.')) return 0.0;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", 1), text.size());
    const double fraction = numberIn(text.substr(0, end)).value_or(0.0);
    text.remove_prefix(end);
    return fraction;
}

/// "", "Z", "+02:00" or "+0200": seconds before UTC.
std::optional<double> offsetSeconds(std::string_view text) {
    if (text.empty() || text == "Z" || text == "z" || text == " UTC") return 0.0;
    if (text.front() != '+' && text.front() != '-') return std::nullopt;
    const double sign = text.front() == '-' ? -1.0 : 1.0;
    text.remove_prefix(1);
    const auto hours = taken(text, 2, "");
    if (text.starts_with(':')) text.remove_prefix(1);
    const auto minutes = text.empty() ? std::optional(0) : taken(text, 2, "");
    if (!hours || !minutes || !text.empty()) return std::nullopt;
    return sign * (*hours * 3600.0 + *minutes * 60.0);
}

} // namespace

std::optional<double> numberIn(std::string_view cell) {
    const std::string_view digits = trimmed(cell);
    double value = 0.0;
    const auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (failure != std::errc() || end != digits.data() + digits.size() || !std::isfinite(value)) return std::nullopt;
    return value;
}

std::optional<double> dateTimeSeconds(std::string_view cell) {
    std::string_view rest = trimmed(cell);
    const auto year = taken(rest, 4, "-/"), month = taken(rest, 2, "-/"), day = taken(rest, 2, " T");
    if (!year || !month || !day) return std::nullopt;
    const std::chrono::year_month_day date{std::chrono::year{*year}, std::chrono::month{static_cast<unsigned>(*month)},
                                           std::chrono::day{static_cast<unsigned>(*day)}};
    const auto hour = taken(rest, 2, ":"), minute = taken(rest, 2, ":"), second = taken(rest, 2, "");
    if (!date.ok() || !hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
    const double fraction = takenFraction(rest);
    const auto offset = offsetSeconds(rest);
    if (!offset) return std::nullopt;
    const double days = static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count());
    return days * kSecondsPerDay + *hour * 3600.0 + *minute * 60.0 + *second + fraction - *offset;
}

void fromEarliest(std::span<double> times_s) {
    if (times_s.empty()) return;
    const double earliest_s = *std::min_element(times_s.begin(), times_s.end());
    if (earliest_s < kEpoch_s) return;
    for (double& time_s : times_s)
        time_s -= earliest_s;
}

} // namespace strata::exchange
