// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/projection.h"
#include "core/workload/kernel/density.h"

#include <vector>

namespace strata::npu::sparse {

/// A tile of a tensor: its words and how far it extends along each axis.
struct TileShape {
    double words = 1.0;
    detail::AxisVector extent{};
};

/// How many words of a tile are not zero.
struct Occupancy {
    double words = 0.0;
    double probability = 0.0;
};

/// What is known of the tile around the one that is asked about.
struct Around {
    double words = 0.0;   ///< 0: nothing
    double nonzero = 0.0; ///< words in it that are not zero
};

/// How probable it is that tiles of one tensor are empty, after Wu et al., "Sparseloop", MICRO 2022, section 5.
/// Uniform: words drawn without replacement. Structured: the two whole numbers next to share x words. Banded: all tiles
/// of the matrix counted. Histogram: blocks drawn independently of each other.
class DensityModel {
public:
    DensityModel(const workload::TensorDensity& density, const TileShape& whole);

    /// Average share of the words that are not zero.
    double share() const { return share_; }
    double probabilityEmpty(const TileShape& tile, const Around& around = {}) const;
    /// Probabilities that sum to 1; large tiles in steps of several words.
    std::vector<Occupancy> occupancies(const TileShape& tile) const;
    /// Most words that are not zero.
    double mostOccupied(const TileShape& tile) const;
    /// Most pieces of a tile that are not empty.
    double mostPieces(const TileShape& tile, const TileShape& piece) const;

private:
    double probability(const TileShape& tile, double nonzero) const;
    double uniformProbability(double population, double nonzero, double draws, double drawn) const;
    double blockMoment(int power) const;
    std::vector<Occupancy> bandedOccupancies(const TileShape& tile) const;

    workload::TensorDensity density_;
    TileShape whole_;
    double share_ = 1.0;
    double nonzero_ = 0.0; ///< in the whole tensor
};

} // namespace strata::npu::sparse
