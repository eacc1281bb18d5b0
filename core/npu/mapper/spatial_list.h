// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/dive.h"
#include "core/npu/mapper/spatial_splits.h"

namespace strata::npu::detail {

/// Choices of spatial factors at all levels together, those of the fewest compute cycles first.
class SpatialChoices {
public:
    std::uint32_t count() const { return static_cast<std::uint32_t>(order_.size()); }
    double cycles(std::uint32_t choice) const { return cycles_[order_[choice]]; }
    std::array<Factors, kMaxLevels> factors(std::uint32_t choice) const;
    bool complete() const { return complete_; } ///< no choice is left out for want of room

private:
    friend SpatialChoices listSpatialChoices(const MapSpace& space, MappingGoal goal, const Worth& incumbent);

    std::vector<std::size_t> levels_;               ///< those with children
    std::vector<std::vector<SpatialSplit>> splits_; ///< of these levels
    std::vector<std::uint32_t> chosen_;             ///< split of each of these levels, choice by choice
    std::vector<double> cycles_;
    std::vector<std::uint32_t> order_;
    bool complete_ = true;
};

/// All choices that may lead to something better than a known mapping.
SpatialChoices listSpatialChoices(const MapSpace& space, MappingGoal goal, const Worth& incumbent);

} // namespace strata::npu::detail
