// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/hardware/npu/npu.h"
#include "core/workload/kernel/problem.h"

#include <cstdint>
#include <vector>

namespace strata::npu {

/// One loop of the nest. In the last iteration of the enclosing loops its bound may be smaller (imperfect factor).
struct Loop {
    std::uint32_t dimension = 0; ///< index into Problem::dimensions
    std::uint64_t bound = 1;
    std::uint64_t remainder = 1; ///< bound in the last iteration; equal to `bound` for a perfect factor

    friend bool operator==(const Loop&, const Loop&) = default;
};

/// What one level of the architecture does. Loops are listed outermost first.
struct LevelMapping {
    std::vector<Loop> temporal;
    std::vector<Loop> spatial_x; ///< over the copies of the next level inside, along X
    std::vector<Loop> spatial_y;
    std::vector<bool> keep; ///< per tensor of the problem: held here, or bypassed

    friend bool operator==(const LevelMapping&, const LevelMapping&) = default;
};

/// A complete loop nest: one entry per level of the architecture, outermost first.
struct Mapping {
    std::vector<LevelMapping> levels;

    friend bool operator==(const Mapping&, const Mapping&) = default;
};

/// What a level may hold: nothing for a pure fan-out point, else what the architecture names, else everything.
std::vector<bool> defaultKeep(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                              std::size_t level);

/// Reads `/plan/mapping` of a request (REQUESTS: Mapping of a `layer`). Levels that are not named have no loops and
/// keep what the architecture lets them keep. A factor is `["m", 4]` or `["m", 4, 3]` with a remainder; where the
/// factors of a dimension multiply to more than its bound, the remainders are derived, and what begins only once runs
/// its remainder. Errors carry the pointer of the
/// factor: "unknown-level", "unknown-dimension", "unknown-tensor", "factors-do-not-multiply".
Result<Mapping> readMapping(const Json& mapping, const hardware::NpuArchitecture& architecture,
                            const workload::Problem& problem, std::string_view pointer);

/// The same where not every factor is named: the levels as far as they are written, remainders as whole.
Result<Mapping> readPartialMapping(const Json& mapping, const hardware::NpuArchitecture& architecture,
                                   const workload::Problem& problem, std::string_view pointer);

/// The document that readMapping reads back to the same mapping.
Json writeMapping(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                  const workload::Problem& problem);

} // namespace strata::npu
