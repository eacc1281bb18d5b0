// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/sparse/format_ranks.h"

#include <optional>

namespace strata::npu::sparse {

/// What decides about the zeros of a mapping, levels innermost first.
struct SparseNest {
    const workload::Problem* problem = nullptr;
    const hardware::NpuArchitecture* architecture = nullptr;
    std::vector<detail::Projection> projections; ///< by tensor
    std::vector<DensityModel> densities;
    std::vector<NestLevel> levels;
    std::vector<std::vector<bool>> kept;         ///< [tensor][level]
    std::vector<std::vector<StoredTile>> stored; ///< [tensor][level]

    const hardware::NpuLevel& hardware(std::size_t level) const {
        return architecture->levels[architecture->levels.size() - 1 - level];
    }
    std::optional<std::size_t> keeperInside(std::size_t tensor, std::size_t level) const;
    std::optional<std::size_t> keeperFrom(std::size_t tensor, std::size_t level) const; ///< this level or outside
};

/// A saving that takes effect at one level for one tensor.
struct Effect {
    bool gates = false;
    double probability = 0.0; ///< that an access is saved
};

/// By [tensor][level]: the most effective of the savings that apply there.
std::vector<std::vector<std::optional<Effect>>> findSavings(const SparseNest& nest);

/// Share of the copies inside each level that work, on average and at most, along X and Y.
struct CopyShare {
    double average = 1.0;
    double most_x = 1.0;
    double most_y = 1.0;
    bool shrinks = false; ///< some copies do not work
    bool saves = false;   ///< the level says so: accesses further inside are saved too
};
/// By [tensor][level]: what "skip-copies" leaves of the copies inside the level.
std::vector<std::vector<CopyShare>> findCopies(const SparseNest& nest);

/// Parallel copies of a level that share out the nonzero words of a tensor. The words of several temporal steps are
/// packed together: a fibre takes its nonzero words divided by the copies, rounded up, and the last step may leave
/// copies idle.
struct PackedCopies {
    std::size_t tensor = 0, level = 0;
    double steps = 1.0; ///< on average, over those with all zeros
    double idle = 1.0;  ///< steps over those that the words would fill to the last copy
};
/// Those that "skip-copies" asks for where the zeros of a tensor's own decide (Y. Wang, C. Zhang, Z. Xie, C. Guo, Y.
/// Liu, J. Leng, "Dual-side Sparse Tensor Core", ISCA 2021, section IV: rows and columns condensed by their bitmaps).
std::vector<PackedCopies> findPacked(const SparseNest& nest);

} // namespace strata::npu::sparse
