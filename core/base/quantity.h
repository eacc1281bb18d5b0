// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace strata {

/// Describes one metric or table column once, for headlines, axes, tooltips and CSV headers.
struct Quantity {
    std::string_view name;  ///< as in documents: "latency_s"
    std::string_view title; ///< as people read it: "Latency"
    std::string_view unit;  ///< SI unit of the stored value: "s", "J", "B", "B/s", "1" for a ratio, "" for a count
    std::string_view help;  ///< one sentence
    bool smaller_is_better = true;
};

/// All of them, headlines first.
std::span<const Quantity> quantities();

/// The quantity of that name, or nullptr.
const Quantity* findQuantity(std::string_view name);

/// Place of a quantity in lists of metrics: headlines first, unknown names last.
std::size_t quantityRank(std::string_view name);

/// Three significant digits with an SI prefix: 0.00639352 s -> "6.39 ms", 1278704 -> "1.28 M". Bytes use binary
/// prefixes (KiB); ratios ("1") are printed in percent; NaN prints as an en dash.
std::string formatQuantity(double value, std::string_view unit, int digits = 3);

/// Every digit that matters (shortest text that reads back to the same double), with the plain unit.
std::string formatExact(double value, std::string_view unit);

/// Counts with every digit, grouped by thousands: 1278704 -> "1,278,704"; up to four decimals where it is no whole
/// number.
std::string formatCount(double value);

} // namespace strata
