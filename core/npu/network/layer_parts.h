// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/network/network.h"

#include <cstdint>

namespace strata::npu::detail {

/// A piece of a layer, as large as any other piece of the same cut.
struct LayerPart {
    NetworkLayer layer;
    double pieces = 1; ///< that make up the layer
};

/// Every way to deal a layer out to at most `cores` cores along one dimension that no sum runs over; the layer itself
/// where it cannot be cut. Vector passes are cut by their elements.
std::vector<LayerPart> partsOverCores(const NetworkLayer& layer, std::uint32_t cores);

/// Rows of the output that a depth-first tile may take a part of, and what stands beside them: images, heads,
/// independent products. No rows where the layer is not cut into tiles.
struct TileRows {
    double rows = 0;
    double beside = 1;
    double needed_for_one = 1; ///< rows of the input that one row of the output needs
    double step = 1;           ///< rows of the input from one row of the output to the next
};
TileRows rowsOf(const NetworkLayer& layer);
/// The layer on `rows` of its rows, of one of those that stand beside each other.
LayerPart tileOf(const NetworkLayer& layer, double rows);

} // namespace strata::npu::detail
