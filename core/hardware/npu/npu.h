// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/hardware/npu/npu_sparse.h"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace strata::hardware {

/// Energy of one action on one entry (a whole block of words), in picojoules.
struct StorageEnergy {
    double read_pj = 0.0;
    double write_pj = 0.0;          ///< a fill from the level outside
    double update_pj = 0.0;         ///< a partial or final sum from the level inside
    double leak_pj_per_cycle = 0.0; ///< per instance
};

/// Which energies a device states; the others are estimated where the level names a component.
struct StatedEnergy {
    bool read = false, write = false, update = false, leak = false;
    bool all() const { return read && write && update && leak; }
};

/// One level of an NPU's hierarchy, seen from outside in. A level either stores words or only fans out.
struct NpuLevel {
    static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

    std::string name;                          ///< what mappings call it
    std::string title;                         ///< what people read
    bool stores = true;                        ///< false for a pure fan-out point (an array row, a column bus)
    std::uint64_t entries = 0;                 ///< per instance; 0 means unbounded (off-chip memory)
    std::uint32_t entry_bits = 0;              ///< width of one access
    std::uint32_t word_bits = 0;               ///< width of one word
    std::uint32_t cluster_size = 1;            ///< instances that share one entry
    std::uint32_t buffering = 1;               ///< 2 for double buffering: that fraction of the capacity holds one tile
    double read_words_per_cycle = kUnlimited;  ///< per instance, all tensors together
    double write_words_per_cycle = kUnlimited; ///< per instance, all tensors together
    std::uint32_t fanout_x = 1;                ///< copies of the next level inside, per instance of this one
    std::uint32_t fanout_y = 1;
    bool multicast = true;          ///< one read may feed several children
    bool spatial_reduction = true;  ///< sums of several children are merged on the way up
    std::vector<std::string> keeps; ///< tensors this level may hold; empty means any
    StorageEnergy energy;
    double area_um2 = 0.0; ///< per instance, 0 when not known
    LevelSparsity sparse{};
    std::string component; ///< of the catalog, that estimates what is not stated; empty: the usual one, areas alone
    std::string network;   ///< component of the network to the levels inside; empty: its energy is not counted
    StatedEnergy energy_stated;
    double network_pj = 0.0; ///< part of energy.write_pj: the way of an entry from the level outside
    std::string energy_from, area_from, network_from; ///< the estimators; empty: stated, or not known
};

/// The multiply-accumulate units, inside the innermost level.
struct NpuCompute {
    std::string name;
    std::uint32_t word_bits = 0;
    double mac_pj = 0.0;            ///< one multiply-accumulate
    double leak_pj_per_cycle = 0.0; ///< per instance
    double area_um2 = 0.0;          ///< per instance, 0 when not known
    ComputeSparsity sparse{};
    std::string component; ///< as that of a level
    bool mac_stated = true;
    std::string mac_from, area_from;
};

/// Elementwise arithmetic beside the multiply-accumulate units: activations, norms, softmax, sums of branches.
struct NpuVector {
    double operations_per_cycle = 0.0; ///< 0: the device is not known to have any
    double operation_pj = 0.0;
};

/// Preferences of one level when a mapping is built without factors. Dimensions and tensors are named; a name that the
/// problem does not have is passed over, so that one recipe serves a family of operators.
struct RecipeLevel {
    std::string level;
    std::vector<std::string> spatial_x; ///< dimensions over X, the first that still has iterations takes what fits
    std::vector<std::string> spatial_y;
    std::vector<std::string> temporal; ///< loop order, outermost first; dimensions not named stand outside
    /// Dimensions that may grow this level's tile, in order; empty: any, innermost first.
    std::vector<std::string> fill;
    std::vector<std::string> keep; ///< tensors held here; empty: what the architecture lets the level keep
};

/// How operators of one family are mapped.
struct OperatorRecipe {
    std::string family; ///< "conv2d", "matmul", "attention"; "" serves every family that has none of its own
    std::vector<RecipeLevel> levels; ///< those that have preferences, in any order
};

/// How a layer is mapped when a request brings no mapping (core/npu/recipe.h).
struct MappingRecipe {
    bool allow_imperfect = true; ///< factors that do not divide, with remainders, where they use more of the array
    std::vector<OperatorRecipe> operators;
};

/// A spatial accelerator: levels from off-chip memory inwards, then the multiply-accumulate units.
struct NpuArchitecture {
    std::string id;
    std::string name;
    double clock_hz = 0.0;
    double technology_nm = 0.0;
    std::vector<NpuLevel> levels; ///< outermost first
    NpuCompute compute;
    NpuVector vector;
    MappingRecipe recipe;
};

} // namespace strata::hardware
