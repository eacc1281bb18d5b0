// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/edit.h"
#include "core/npu/loopnest.h"

#include <cstdint>
#include <optional>

namespace strata::npu {

/// One move that mends a mapping.
struct Fix {
    LoopPlace from;
    std::uint32_t dimension = 0;
    std::uint64_t factor = 1;
    LoopZone to;
    Mapping mapping;       ///< after the move
    bool complete = false; ///< nothing else is wrong then
};

/// The smallest factor whose move mends a violation: out of a level that overflows, or off an axis with too many copies.
/// Loops in time go before loops in space, which would idle units. Nothing where no single move does it.
std::optional<Fix> suggestFix(LoopNestEvaluator& evaluator, const Mapping& mapping, const Violation& violation);

}  // namespace strata::npu
