// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/npu/mapping.h"

#include <memory>
#include <string>
#include <vector>

namespace strata::npu {

/// Words that move at one level for one tensor, per instance of the level unless said otherwise.
struct TensorAccess {
    bool kept = false;
    std::uint64_t tile_words = 0;      ///< the tile that must be held at once
    std::uint64_t partition_words = 0; ///< distinct words that the instance ever sees
    double reads = 0.0;
    double fills = 0.0;   ///< written from the level outside
    double updates = 0.0; ///< written from the level inside
    double temporal_reductions = 0.0;
    double address_generations = 0.0;  ///< per cluster of instances that share an entry
    double utilized_instances = 0.0;   ///< average number in use
    double utilized_clusters = 0.0;    ///< largest number in use
    double read_words_per_cycle = 0.0; ///< demand per instance, before throttling
    double write_words_per_cycle = 0.0;
    double energy_pj = 0.0; ///< of all instances
};

/// What a mapping makes of one level.
struct LevelResult {
    std::vector<TensorAccess> tensors; ///< as in Problem::tensors
    std::uint64_t used_words = 0;      ///< sum of the kept tiles
    std::uint64_t capacity_words = 0;  ///< 0: unbounded; already divided by the buffering
    double cycles = 0.0;               ///< with this level's own throttle
    double read_words_per_cycle = 0.0; ///< demand per instance, before throttling
    double write_words_per_cycle = 0.0;
    double throttle = 1.0;   ///< 1: not limiting
    double leakage_pj = 0.0; ///< of all instances
    std::uint64_t fanout_used_x = 1;
    std::uint64_t fanout_used_y = 1;
};

/// Why a mapping cannot exist, and what would let it.
struct Violation {
    /// Metadata: bits of it, of tensors with zeros.
    /// Malformed: the mapping does not belong to this architecture and problem (levels, dimensions, remainders above
    /// bounds, a tensor that no level keeps) or is too large; readMapping() never returns such a one.
    enum class Kind { Capacity, FanoutX, FanoutY, Malformed, Metadata };
    Kind kind = Kind::Capacity;
    std::size_t level = 0;
    std::uint64_t needed = 0;
    std::uint64_t available = 0;
};

/// A mapping evaluated: why it cannot exist, or its counts, cycles and energies in the whole accelerator.
struct LoopNestResult {
    std::vector<Violation> violations; ///< empty for a valid mapping
    std::vector<LevelResult> levels;   ///< outermost first; tiles and occupancy stand even for an invalid mapping
    double compute_cycles = 0.0;       ///< the product of the temporal factors, remainders counted
    double cycles = 0.0;               ///< the slowest level decides
    int limiting_level = -1;           ///< whose bandwidth throttles, -1 when none does
    bool limited_by_reads = false;
    double utilization = 0.0; ///< ideal cycles on all units / cycles
    double macs = 0.0;
    double utilized_macs_units = 0.0; ///< average number of multiply-accumulate units in use
    double mac_energy_pj = 0.0;
    double mac_leakage_pj = 0.0;
    double energy_pj = 0.0; ///< everything
};

/// Evaluates mappings of one operator on one architecture, as the field's reference tool counts
/// (Parashar et al., "Timeloop: A Systematic Approach to DNN Accelerator Evaluation", ISPASS 2019).
/// Everything that does not depend on the mapping is prepared once; evaluate() allocates nothing when it is
/// given the same result object again. One evaluator serves one thread.
/// Remainders are followed through up to 2^18 loop iterations; a mapping with more of them (some ten imperfect loops
/// inside each other) is counted as if every loop always ran its full bound, which is never less.
class LoopNestEvaluator {
public:
    /// Limits: 16 levels, 16 dimensions, 8 tensors of 8 axes, 64 loops with a bound above one. See checkLimits().
    LoopNestEvaluator(hardware::NpuArchitecture architecture, workload::Problem problem);
    ~LoopNestEvaluator();
    LoopNestEvaluator(LoopNestEvaluator&&) noexcept;
    LoopNestEvaluator& operator=(LoopNestEvaluator&&) noexcept;

    void evaluate(const Mapping& mapping, LoopNestResult& result);

    /// Takes over the numbers of an architecture with the same levels, of the same names; allocates nothing unless an
    /// array grows.
    void setNumbers(const hardware::NpuArchitecture& architecture);

    const hardware::NpuArchitecture& architecture() const;
    const workload::Problem& problem() const;

private:
    struct Prepared;
    std::unique_ptr<Prepared> prepared_;
};

/// Whether the evaluator can hold an architecture and a problem. Errors: "too-large", with what is accepted.
Result<void> checkLimits(const hardware::NpuArchitecture& architecture, const workload::Problem& problem);

} // namespace strata::npu
