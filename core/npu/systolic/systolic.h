// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workload/kernel/problem.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace strata::npu {

/// What stays in the units of a systolic array while the other operands pass.
enum class Dataflow : std::uint8_t { OutputStationary, WeightStationary, InputStationary };
std::string_view name(Dataflow dataflow);
std::optional<Dataflow> dataflowNamed(std::string_view name);

/// A matrix product of `m` x `k` inputs and `k` x `n` weights, `batch` times with weights of their own.
struct SystolicProduct {
    double m = 1, n = 1, k = 1, batch = 1;
};

/// The product that a layer lowers to: a convolution by its windows, groups as products of their own. Nothing for
/// problems with other dimensions.
std::optional<SystolicProduct> productOf(const workload::Problem& problem);

/// A rectangular array and the memory beside it; words are those of the operands.
struct SystolicArray {
    double rows = 1, columns = 1;
    double input_words = 0, weight_words = 0; ///< buffers of inputs and of weights, double buffered; 0: unbounded
    double outside_words_per_cycle = 0;       ///< of each operand's port to the memory outside; 0: unlimited
    double output_words = 0;                  ///< buffer of sums, double buffered; 0: unbounded
};

/// Words that one operand moves.
struct SystolicWords {
    double inputs = 0, weights = 0, outputs = 0;
};

struct SystolicTime {
    double folds = 0;          ///< tiles of the stationary operand, one after the other
    double compute_cycles = 0; ///< no operand ever has to be waited for
    double cycles = 0;         ///< the slowest of compute and the three ports
    double utilization = 0;    ///< share of the units' cycles that multiply
    SystolicWords buffer;      ///< read from the buffers of inputs and weights, written to that of outputs
    SystolicWords outside;     ///< to and from the memory outside
};

/// Folds of the stationary operand follow each other; each fills the array along its diagonal, streams, and drains
/// (Samajdar et al., "A Systematic Methodology for Characterizing Scalability of DNN Accelerators using SCALE-Sim",
/// ISPASS 2020, Section III). An operand comes from outside once where it is smaller than half of its buffer, else
/// whenever the array asks for it.
SystolicTime systolicTime(const SystolicProduct& product, const SystolicArray& array, Dataflow dataflow);

} // namespace strata::npu
