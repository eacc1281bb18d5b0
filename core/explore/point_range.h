// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace strata::explore {

/// Consecutive points of a sweep: what one of several machines answers.
struct PointRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;

    std::uint64_t end() const { return first + count; }
    friend bool operator==(const PointRange&, const PointRange&) = default;
};

/// Into so many parts a sweep can be cut.
inline constexpr std::uint64_t kMostShards = 1'000'000;

/// "points 1 to 250".
Message said(const PointRange& range);

/// The share that a text such as "3/8" names: the third of eight parts of all points, in their order. Parts differ by
/// one point at most and together are all points, each once. Errors: "bad-argument" for other texts, for a part that is
/// not among them, and for more parts than points.
Result<PointRange> shardOf(std::string_view text, std::uint64_t points);

} // namespace strata::explore
