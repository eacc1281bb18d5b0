// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explore/point_range.h"

#include <algorithm>
#include <charconv>

namespace strata::explore {
namespace {

/// A whole number from 1 up and nothing else; 0 for any other text.
std::uint64_t readCount(std::string_view text) {
    std::uint64_t value = 0;
    const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
    return status == std::errc() && end == text.data() + text.size() ? value : 0;
}

/// Points before part `number`, counted from 0: number x points / parts, without overflow.
std::uint64_t pointsBefore(std::uint64_t number, std::uint64_t parts, std::uint64_t points) {
    return points / parts * number + points % parts * number / parts;
}

} // namespace

Message said(const PointRange& range) { return {"range.points", {{"first", range.first + 1}, {"last", range.end()}}}; }

Result<PointRange> shardOf(std::string_view text, std::uint64_t points) {
    const std::size_t slash = text.find('/');
    const std::uint64_t number = readCount(text.substr(0, slash));
    const std::uint64_t parts = slash == std::string_view::npos ? 0 : readCount(text.substr(slash + 1));
    if (number == 0 || number > parts || parts > std::min(points, kMostShards)) {
        return Error{"bad-argument",
                     {},
                     {"error.field-is-word", {{"field", "the shard"}, {"value", text}}},
                     {"accepted.i-n-part-i-n-with", {{"most", std::min(points, kMostShards)}}},
                     {}};
    }
    const std::uint64_t first = pointsBefore(number - 1, parts, points);
    return PointRange{first, pointsBefore(number, parts, points) - first};
}

} // namespace strata::explore
