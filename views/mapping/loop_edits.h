// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/edit.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace strata::views {

using npu::LoopKind;
inline constexpr LoopKind kLoopKinds[] = {LoopKind::Temporal, LoopKind::SpatialX, LoopKind::SpatialY};

/// One list of loops.
using LoopZone = npu::LoopPlace;

/// One loop, counted from the outermost of its list.
struct LoopPlace {
    std::size_t level = 0;
    LoopKind kind = LoopKind::Temporal;
    std::size_t index = 0;

    LoopZone zone() const { return {level, kind}; }
    friend bool operator==(const LoopPlace&, const LoopPlace&) = default;
};

const std::vector<npu::Loop>& loopsOf(const npu::Mapping& mapping, const LoopZone& zone);
const npu::Loop& loopAt(const npu::Mapping& mapping, const LoopPlace& place);

/// Parts of a loop's factor that can be taken from it, largest (the whole) first. With remainders, of all
/// parts that make the same number of rounds only the smallest: 55 in 5 rounds is 11, so 12 and 13 would only
/// idle more.
std::vector<std::uint64_t> partsOf(const npu::Mapping& mapping, const LoopPlace& place, bool allow_remainders);

/// Whether a list takes a further factor of a loop: temporal lists of levels that store, spatial ones while
/// the copies of the level inside suffice, its own list where there is an order to change.
bool takes(const npu::Mapping& mapping, const hardware::NpuArchitecture& architecture, const LoopPlace& from,
           std::uint64_t factor, const LoopZone& to);

/// A mapping after a change, and where the moved loop stands in it.
struct Moved {
    npu::Mapping mapping;
    LoopPlace place;
};

/// Carries a factor to a list that takes it: there it joins a loop of its dimension, or stands at `index`
/// (counted from the outermost without the carried loop; beyond the end means innermost). Within its own list
/// a part becomes a loop of its own.
std::optional<Moved> carryFactor(const npu::Mapping& mapping, const workload::Problem& problem, const LoopPlace& from,
                                 std::uint64_t factor, const LoopZone& to, std::size_t index);

} // namespace strata::views
