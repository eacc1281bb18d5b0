// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/npu.h"
#include "core/npu/mapping.h"
#include "core/workload/problem.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace strata::npu {

/// Which list of a level a loop stands in.
enum class LoopKind { Temporal, SpatialX, SpatialY };
inline constexpr LoopKind kLoopKinds[] = {LoopKind::Temporal, LoopKind::SpatialX, LoopKind::SpatialY};

/// One list of loops.
struct LoopZone {
    std::size_t level = 0;
    LoopKind kind = LoopKind::Temporal;

    friend bool operator==(const LoopZone&, const LoopZone&) = default;
};

/// One loop, counted from the outermost of its list.
struct LoopPlace {
    std::size_t level = 0;
    LoopKind kind = LoopKind::Temporal;
    std::size_t index = 0;

    LoopZone zone() const { return {level, kind}; }
    friend bool operator==(const LoopPlace&, const LoopPlace&) = default;
};

const std::vector<Loop>& loopsOf(const Mapping& mapping, const LoopZone& zone);
std::vector<Loop>& loopsOf(Mapping& mapping, const LoopZone& zone);

/// Parts that a factor can be split into, largest (the whole) first, without 1: its divisors; with remainders also the
/// smallest part for every other number of rounds (55 in 5 rounds is 11, so 12, 13 are not offered).
std::vector<std::uint64_t> partsOf(std::uint64_t bound, bool allow_remainders);

/// A mapping after a change, and where the moved loop stands in it.
struct Moved {
    Mapping mapping;
    LoopPlace place;
};

/// Whether a list takes a further factor of a loop that comes from elsewhere: temporal lists of levels that store,
/// spatial ones while the copies of the level inside suffice.
bool takes(const Mapping& mapping, const hardware::NpuArchitecture& architecture, const LoopPlace& from,
           std::uint64_t factor, const LoopZone& to);

/// Carries `factor` of a loop to a list. There it joins a loop of its dimension or is put in at `index` (beyond the end:
/// innermost); what remains stays, rounded up where `factor` does not divide. Within its own list the whole loop only
/// changes its place, `index` counting without it, and a part becomes a loop of its own. Remainders are derived anew, so
/// that the loops run over the whole dimension before and after. Nothing when the list does not take it.
std::optional<Moved> moveFactor(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                                const workload::Problem& problem, const LoopPlace& from, std::uint64_t factor,
                                const LoopZone& to, std::size_t index);

/// One loop as two neighbours, the outer one first: m 4 -> m 2, m 2. Nothing when the part is not inside (1, bound).
std::optional<Moved> splitLoop(const Mapping& mapping, const workload::Problem& problem, const LoopPlace& place,
                               std::uint64_t inner);

/// Holds a tensor at a level or lets it pass. Nothing where the outermost level would lose it or the hardware cannot hold it.
std::optional<Mapping> toggleKeep(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                                  const workload::Problem& problem, std::size_t level, std::size_t tensor);

/// Makes the loops of a dimension cover exactly its bound: from the innermost outwards, a loop that would run too far is cut,
/// what stands outside it disappears, and remainders take care of the last round. The bounds must multiply to enough.
void trimFactors(Mapping& mapping, const workload::Problem& problem, std::uint32_t dimension);

}  // namespace strata::npu
