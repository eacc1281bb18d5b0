// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/npu/loopnest.h"

#include <cstdint>
#include <string>
#include <vector>

namespace strata::npu {

// Edits of a mapping as an architect makes them by dragging. Each returns a new mapping that still runs every dimension
// exactly; errors say what is accepted ("bad-edit").

/// Which of the three lists of a level a loop stands in.
enum class LoopKind { Temporal, SpatialX, SpatialY };

/// Where a loop stands, or could stand.
struct LoopPlace {
    std::size_t level = 0;
    LoopKind kind = LoopKind::Temporal;

    friend bool operator==(const LoopPlace&, const LoopPlace&) = default;
};

/// The loops of one kind at a level, outermost first.
std::vector<Loop>& loopsAt(LevelMapping& level, LoopKind kind);
const std::vector<Loop>& loopsAt(const LevelMapping& level, LoopKind kind);

/// Bound of the loop over a dimension at a place; 1 where there is none.
std::uint64_t boundAt(const Mapping& mapping, LoopPlace place, std::uint32_t dimension);

/// Factors above 1 that can be taken from a loop, ascending: its divisors, or with remainders every number up to its
/// bound (the first 4,096 and the bound itself).
std::vector<std::uint64_t> legalFactors(const Mapping& mapping, LoopPlace from, std::uint32_t dimension,
                                        bool allow_imperfect);

/// Divides one loop by a factor and multiplies another over the same dimension by it. A new loop stands innermost at
/// its place. A factor that does not divide leaves remainders.
Result<Mapping> moveFactor(const Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension,
                           LoopPlace from, LoopPlace to, std::uint64_t factor);

/// Sets the bound of one loop; the temporal loop of `rest_level` takes what is then missing or too much.
Result<Mapping> setFactor(const Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension,
                          LoopPlace place, std::uint64_t bound, std::size_t rest_level);

/// Moves a loop to another position at the same place; positions count from the outermost.
Result<Mapping> moveLoop(const Mapping& mapping, LoopPlace place, std::size_t from, std::size_t to);

/// moveFactor() and moveLoop() in place, for those that try many: the caller knows that the places are there. False
/// where factors no longer reach the bounds; the mapping is then none.
bool moveFactorIn(Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension, LoopPlace from,
                  LoopPlace to, std::uint64_t factor);
void moveLoopIn(Mapping& mapping, LoopPlace place, std::size_t from, std::size_t to);

/// Holds or bypasses a tensor. The last level that holds it cannot let go.
Result<Mapping> toggleKeep(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                           const workload::Problem& problem, std::size_t level, std::size_t tensor);

/// Moves a spatial loop to the other axis.
Result<Mapping> splitAxis(const Mapping& mapping, const workload::Problem& problem, std::size_t level, LoopKind from,
                          std::uint32_t dimension);

/// A change that removes a violation, told and as the mapping that it leads to.
struct Fix {
    Message text;
    Mapping mapping;
};

/// Up to two fixes, the smallest change first, each checked by evaluating it: the violation is gone and no other is
/// new.
std::vector<Fix> suggestFix(const Violation& violation, const hardware::NpuArchitecture& architecture,
                            const workload::Problem& problem, const Mapping& mapping);

} // namespace strata::npu
