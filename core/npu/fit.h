// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/accounts.h"
#include "core/npu/edit.h"
#include "core/npu/projection.h"

#include <vector>

namespace strata::npu {

/// Whether the tiles of a mapping fit, without counting anything. Remainders are taken as whole: what fits here fits.
bool tilesFit(const Mapping& mapping, const hardware::NpuArchitecture& architecture, const workload::Problem& problem);

/// Words of a level that its kept tiles take, and what it has (0: unbounded).
struct Occupancy {
    double used = 0.0;
    double capacity = 0.0;
};
Occupancy occupancy(const Mapping& mapping, const hardware::NpuArchitecture& architecture,
                    const workload::Problem& problem, std::size_t level);

/// A factor that moves from one loop of a dimension to another one, both of which it divides.
struct WholeMove {
    std::uint32_t dimension = 0;
    LoopPlace from, to;
    std::uint64_t factor = 1;
};

/// The same of many mappings of one architecture and problem; allocates nothing.
class TileFit {
public:
    TileFit(const hardware::NpuArchitecture& architecture, const workload::Problem& problem);
    bool fits(const Mapping& mapping) const;
    /// The same of what the mapping becomes.
    bool fitsAfter(const Mapping& mapping, const WholeMove& move) const;
    Occupancy occupancy(const Mapping& mapping, std::size_t level) const;

private:
    /// @param bounds iterations of each dimension from the level inwards
    double used(const Mapping& mapping, std::size_t level, const detail::PerDimension<double>& bounds) const;

    std::vector<detail::LevelFacts> levels_;
    std::vector<detail::Projection> tensors_;
};

} // namespace strata::npu
