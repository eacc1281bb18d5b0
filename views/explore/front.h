// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace strata::views {

class Exploration;

/// A column that should be small, or large.
struct Aim {
    std::size_t column = 0;
    bool maximize = false;

    bool operator==(const Aim&) const = default;
};

/// The shown rows that no other shown row beats.
struct ShownFront {
    std::vector<std::uint32_t> rows;            ///< by the first aim, the best first
    std::vector<std::uint32_t> kept;            ///< enough of these to be within epsilon of all
    std::optional<std::uint32_t> knee;
};

/// Fast enough for each frame of a drag: most rows are beaten by a few rows of the front of a sample, and only the
/// others take part in explore::paretoFront(). `epsilon`: share of the front's extent.
ShownFront shownFront(const Exploration& run, const std::vector<Aim>& aims, double epsilon);

}  // namespace strata::views
