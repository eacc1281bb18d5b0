// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapping.h"
#include "core/npu/sparse/density_model.h"

#include <vector>

namespace strata::npu::sparse {

/// A loop with a bound above one, and what runs inside.
struct NestLoop {
    std::uint32_t dimension = 0;
    double bound = 1.0;
    bool spatial = false;
    bool along_x = false;
    detail::PerDimension<double> inside; ///< iterations of each dimension, this loop's own included
};

/// The loops of one level, innermost first.
struct NestLevel {
    std::vector<NestLoop> loops;
    bool spreads = false;               ///< the level has several copies of the next one inside
    detail::PerDimension<double> below; ///< iterations inside all of these loops
    detail::PerDimension<double> all;   ///< those of the level included
};

/// A mapping, innermost level first, remainders taken as whole.
std::vector<NestLevel> nestLevels(const Mapping& mapping, const hardware::NpuArchitecture& architecture);

/// The tile that so many iterations of each dimension touch.
TileShape tileOf(const detail::Projection& projection, const detail::PerDimension<double>& iterations);

} // namespace strata::npu::sparse
