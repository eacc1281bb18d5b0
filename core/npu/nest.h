// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapping.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace strata::npu::detail {

// Everything below works on arrays of fixed capacity, so that an evaluation allocates nothing.
inline constexpr std::size_t kMaxDimensions = 16;
inline constexpr std::size_t kMaxTensors = 8;
inline constexpr std::size_t kMaxAxes = 8;
inline constexpr std::size_t kMaxLevels = 16;
inline constexpr std::size_t kMaxLoops = 64; ///< loops with a bound above one, all levels together

template <class T>
using PerDimension = std::array<T, kMaxDimensions>;
/// A position or an extent in a tensor's own coordinates. Doubles: exact below 2^53, and no overflow beyond.
using AxisVector = std::array<double, kMaxAxes>;

/// A loop of a mapping taken out of its level.
struct FlatLoop {
    std::uint32_t dimension = 0;
    bool spatial = false;
    double bound = 1.0;
    double remainder = 1.0; ///< bound in the last iteration of all loops of this dimension outside
    double stride = 1.0;    ///< distance of two iterations along the dimension
    double outside = 1.0;   ///< iterations of all temporal loops outside, together
};

/// The loops of a mapping with a bound above one, outermost first: per level the temporal ones, then spatial Y, then X.
struct FlatNest {
    std::array<FlatLoop, kMaxLoops> loops;
    std::size_t loop_count = 0;
    std::size_t level_count = 0;
    std::array<std::size_t, kMaxLevels + 1> level_begin{}; ///< first loop of a level; [level_count] is loop_count
    std::array<std::size_t, kMaxLevels> spatial_begin{};   ///< first spatial loop of a level
    std::array<double, kMaxLevels> fanout_x{};
    std::array<double, kMaxLevels> fanout_y{};
    bool imperfect = false;

    /// Iterations of all temporal loops before loop `end`, together.
    double temporalIterations(std::size_t end) const {
        if (end == 0) {
            return 1.0;
        }
        const FlatLoop& loop = loops[end - 1];
        return loop.spatial ? loop.outside : loop.outside * loop.bound;
    }
};

/// False when the mapping does not belong to the architecture and the problem or has more than kMaxLoops loops.
bool flatten(const Mapping& mapping, std::size_t level_count, std::size_t dimension_count, FlatNest& nest);

} // namespace strata::npu::detail
