// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace strata::exchange {

/// The cell as a finite number; spaces around it do not count.
std::optional<double> numberIn(std::string_view cell);

/// Seconds since 1970 of a date with a time of day as ISO 8601 and SQL write it ("2023-11-16 18:17:03.9799600",
/// "2024-05-10T00:00:00.01+02:00"), UTC where no offset stands.
std::optional<double> dateTimeSeconds(std::string_view cell);

/// Times that are counted from 1970 become times after the earliest; others stay as recorded.
void fromEarliest(std::span<double> times_s);

} // namespace strata::exchange
