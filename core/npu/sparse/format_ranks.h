// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/sparse/nest_levels.h"

#include <optional>

namespace strata::npu::sparse {

/// One rank of a stored tile.
struct StoredRank {
    hardware::RankFormat format = hardware::RankFormat::Bitmask;
    double metadata_bits = 0.0;
    double payload_bits = 0.0;
    double fibre = 1.0; ///< coordinates of one fibre; 1: the rank stores nothing
    TileShape tile;     ///< of one fibre
};

/// How a level stores one tensor: the ranks of its tile, innermost first.
struct StoredTile {
    bool has_metadata = false;
    bool compressed = false; ///< zeros are not stored
    std::vector<StoredRank> ranks;
    TileShape below; ///< the tile of one coordinate of the innermost rank
};

/// Units of metadata and of places of one rank.
struct RankUnits {
    double metadata = 0.0;
    double payload = 0.0;
};

/// Builds the ranks of every level that keeps a tensor. `kept` and `formats` by level, innermost first; a null format
/// is none. Empty where a format has fewer ranks than there are loops for them; then `level` says where.
std::optional<std::vector<StoredTile>> storeTiles(const std::vector<NestLevel>& nest, const workload::Problem& problem,
                                                  const detail::Projection& projection, const std::vector<bool>& kept,
                                                  const std::vector<const hardware::TensorFormat*>& formats,
                                                  std::size_t& level);

/// What the metadata of a tile takes, rank by rank, where so many of its words are not zero.
std::vector<RankUnits> metadataUnits(const StoredTile& stored, const DensityModel& density, const TileShape& tile,
                                     double nonzero);

} // namespace strata::npu::sparse
