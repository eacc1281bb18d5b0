// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/npu/npu.h"
#include "core/npu/mapping.h"

#include <cstdint>
#include <vector>

namespace strata::views {

/// What one column or row of processing elements does. Partial: idle in the last iteration of an imperfect
/// factor.
enum class PeState : std::uint8_t { Idle, Partial, Used };

/// One axis of the array of processing elements: the fan-outs of all levels along X or Y, multiplied out.
struct PeAxis {
    static constexpr std::size_t kMaximumBins = 256;

    std::uint64_t total = 1; ///< elements along the axis
    std::uint64_t used = 1;  ///< of them with work in a full iteration
    std::uint64_t bin = 1;   ///< elements that one entry of `states` stands for; above 1 the drawing aggregates
    std::uint64_t group =
        1; ///< elements in each copy that the outermost fan-out makes; 1 when nothing fans out inside it
    std::vector<PeState> states;
};

/// The whole array, as far as a separable picture can tell: an element works when its column and its row do.
struct PeArray {
    PeAxis x;
    PeAxis y;

    bool contains(PeState state) const;
    double total() const { return static_cast<double>(x.total) * static_cast<double>(y.total); }
    double used() const { return static_cast<double>(x.used) * static_cast<double>(y.used); }
};

PeArray peArray(const npu::Mapping& mapping, const hardware::NpuArchitecture& architecture);

} // namespace strata::views
