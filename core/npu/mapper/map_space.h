// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/accounts.h"
#include "core/npu/mapper.h"
#include "core/npu/projection.h"

#include <limits>
#include <string_view>
#include <vector>

namespace strata::npu::detail {

/// Factors that the loop over a dimension may have at one place.
struct FactorRange {
    std::uint64_t least = 1;
    std::uint64_t most = 1;

    bool admits(std::uint64_t factor) const { return factor >= least && factor <= most; }
    bool fixed() const { return least == most; }
    bool free() const { return most > 1 && !fixed(); }
};

/// Tensors that each level holds, one bit a tensor.
using KeepMask = std::array<std::uint32_t, kMaxLevels>;

/// How a tensor is indexed, as far as its reuse depends on it.
struct TensorShape {
    bool regular = true; ///< every dimension moves the tensor along one axis only
    bool slides = false; ///< several dimensions move it along one axis, so that neighbouring tiles overlap
    PerDimension<std::uint32_t> axis{};                    ///< of a relevant dimension
    std::array<std::uint32_t, kMaxAxes> axis_dimensions{}; ///< dimensions by axis, as bits
    std::uint32_t relevant = 0;                            ///< dimensions, as bits
    std::uint32_t shared = 0;                              ///< those on an axis with others
};

/// All mappings with whole factors that a search may choose from.
struct MapSpace {
    const hardware::NpuArchitecture* architecture = nullptr;
    const workload::Problem* problem = nullptr;
    std::size_t levels = 0;
    std::size_t tensors = 0;
    std::vector<std::uint32_t> dimensions; ///< those with more than one iteration
    PerDimension<std::uint64_t> bound{};
    std::array<PerDimension<FactorRange>, kMaxLevels> temporal{};
    std::array<PerDimension<FactorRange>, kMaxLevels> spatial_x{};
    std::array<PerDimension<FactorRange>, kMaxLevels> spatial_y{};
    std::array<std::vector<std::uint32_t>, kMaxLevels> order; ///< loops that stand innermost, outermost of them first
    std::vector<KeepMask> keeps;
    double least_utilization = 0.0; ///< share of the units
    double units = 1.0;             ///< multiply-accumulate units
    double macs = 1.0;

    std::array<Projection, kMaxTensors> projections;
    std::array<TensorShape, kMaxTensors> shapes;
    std::array<LevelFacts, kMaxLevels> facts;
};

/// The space of a search that starts at a mapping, whose levels hold what they hold there unless that is chosen.
MapSpace makeMapSpace(const hardware::NpuArchitecture& architecture, const workload::Problem& problem,
                      std::string_view family, const MapperSettings& settings, const Mapping& start);

/// Divisors in ascending order.
std::vector<std::uint64_t> divisorsOf(std::uint64_t bound);

} // namespace strata::npu::detail
