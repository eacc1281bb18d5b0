// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"

#include <array>
#include <optional>
#include <vector>

namespace strata::views {

/// What a device holds, from the bottom of its bar to the top.
enum class Held : std::uint8_t { Weights, Gradients, Optimizer, Activations, Buffers };
inline constexpr std::size_t kHeldKinds = 5;
/// As in the columns of the estimate: "weights", "gradients", ...
std::string_view name(Held held);

struct StageBar {
    std::int64_t stage = 0;
    std::array<double, kHeldKinds> bytes{};
    double total_bytes = 0.0;
    std::optional<double> capacity_bytes;

    double overBytes() const; ///< 0 where it fits or nothing is known of the device
};

/// Memory of each pipeline stage as the estimate states it.
struct MemoryPicture {
    std::vector<StageBar> stages;
    std::vector<Message> fixes; ///< what would mend it, where it does not fit

    bool empty() const { return stages.empty(); }
    const StageBar* fullest() const; ///< nullptr where there is none
    double most() const;             ///< the highest of bars and capacities
};

/// Empty where the estimate has no table "memory_by_stage" (or "stages"). Also of designs that do not fit.
MemoryPicture makeMemoryPicture(const Estimate& estimate);

/// One row per stage, kind and design.
Table memoryTable(const MemoryPicture& selected, const MemoryPicture* baseline);

} // namespace strata::views
