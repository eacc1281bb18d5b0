// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/movement.h"

namespace strata::npu::detail {

/// One tensor at every level, outermost first; each number is per instance of the level.
struct TensorFlow {
    std::array<bool, kMaxLevels> kept{};
    std::array<double, kMaxLevels> tile{};         ///< words that are held at once
    std::array<double, kMaxLevels> spatial_tile{}; ///< words that all children of one instance touch together
    std::array<Movement, kMaxLevels> movement{};   ///< between the level and the next one inside
    std::array<double, kMaxLevels> children{};     ///< children of one instance when no remainder is reached
    std::array<double, kMaxLevels> instances{};    ///< instances in use, on average, in whole numbers
};

/// Words that one tensor moves at a level, per instance.
struct LevelTraffic {
    double partition = 0.0; ///< distinct words that an instance ever sees
    double reads = 0.0;
    double fills = 0.0;
    double updates = 0.0;
    double temporal_reductions = 0.0;
};

/// Accesses of every level. A level that does not keep the tensor passes the requests of its children on to the next
/// level outside; sums come back as read-modify-write, except the first of each word.
void countTraffic(const TensorFlow& flow, std::size_t level_count, bool output,
                  std::array<LevelTraffic, kMaxLevels>& traffic);

} // namespace strata::npu::detail
