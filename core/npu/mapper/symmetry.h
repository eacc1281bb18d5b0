// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper/spatial_splits.h"

namespace strata::npu::detail {

/// Which dimension takes the place of each.
using Exchange = PerDimension<std::uint32_t>;

/// Exchanges of dimensions that leave a space as it is, but for the one that exchanges nothing: the rows and columns of
/// a square convolution. What holds of a mapping holds of the exchanged one.
std::vector<Exchange> symmetriesOf(const MapSpace& space);

/// Whether an exchange turns spatial factors into others that come first. Of factors that turn into each other one is
/// left over.
bool hasEarlierImage(const MapSpace& space, const std::vector<Exchange>& symmetries,
                     const std::array<Factors, kMaxLevels>& factors);

} // namespace strata::npu::detail
