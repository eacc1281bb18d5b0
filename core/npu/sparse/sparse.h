// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/loopnest.h"

namespace strata::npu {

/// Accesses of one kind, per instance, in words (or units of metadata).
struct SavedAccesses {
    double dense = 0.0; ///< without zeros
    double actual = 0.0;
    double gated = 0.0;
    double skipped = 0.0;
};

/// One tensor at one level.
struct SparseAccess {
    bool kept = false;
    bool has_metadata = false;
    double tile_words = 0.0;     ///< of the tile with its zeros
    double expected_words = 0.0; ///< that are not zero, on average
    double most_words = 0.0;     ///< that are stored at most
    double density = 1.0;        ///< share of the tile that is not zero, of tiles that are there
    double metadata_bits = 0.0;  ///< of the tile at most
    double partition_words = 0.0;
    SavedAccesses reads, fills, updates;
    SavedAccesses metadata_reads, metadata_fills, metadata_updates; ///< units of all ranks together
    double temporal_reductions = 0.0;
    double address_generations = 0.0;
    double decompressed = 0.0; ///< words
    double compressed = 0.0;
    double most_instances = 1.0;
    double instances = 1.0; ///< in use on average
    double read_words_per_cycle = 0.0;
    double write_words_per_cycle = 0.0;
    double metadata_pj = 0.0; ///< of all instances
    double energy_pj = 0.0;   ///< of all instances, metadata included
};

struct SparseLevel {
    std::vector<SparseAccess> tensors;
    double used_words = 0.0;
    double used_metadata_bits = 0.0;
    double cycles = 0.0;
    double throttle = 1.0;
    double leakage_pj = 0.0;
};

/// A mapping evaluated for tensors with zeros.
struct SparseResult {
    LoopNestResult dense; ///< the same mapping with every word there
    std::vector<Violation> violations;
    std::vector<SparseLevel> levels; ///< outermost first
    double macs = 0.0;               ///< that are computed
    double gated_macs = 0.0;
    double skipped_macs = 0.0;
    double compute_cycles = 0.0;
    double cycles = 0.0;
    int limiting_level = -1;
    bool limited_by_reads = false;
    double utilization = 0.0; ///< macs over those that all units could do in the cycles
    double mac_energy_pj = 0.0;
    double mac_leakage_pj = 0.0;
    double energy_pj = 0.0;
};

/// Counts accesses, metadata, energy and cycles of a mapping for tensors with the densities of the problem, on an
/// architecture that stores and saves as it says (Wu, Tsai, Parashar, Sze, Emer, "Sparseloop: An Analytical Approach To
/// Sparse Tensor Accelerator Modeling", MICRO 2022). Expected values: no tile by tile. Errors: "too-few-ranks" where
/// the format of a level has fewer ranks than loops run over the tensor there, "not-modelled" for problems with another
/// number of operands than two.
Result<SparseResult> evaluateSparse(LoopNestEvaluator& evaluator, const Mapping& mapping);

} // namespace strata::npu
