// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/systolic/systolic.h"

#include <cstdint>
#include <stop_token>

namespace strata::npu {

/// Where the inputs of a lowered convolution lie, so that windows share the words that they have in common.
/// A matrix product has one row and one column of windows of one position.
struct SystolicWindows {
    std::int64_t output_columns = 1;               ///< windows of one row of outputs
    std::int64_t filter_columns = 1, channels = 1; ///< the sum runs over rows, columns and channels, channels fastest
    std::int64_t stride = 1, dilation = 1;
    std::int64_t input_rows = 0, input_columns = 0; ///< 0: no windows, every row of inputs is one of its own

    bool operator==(const SystolicWindows&) const = default;
};

/// Windows of the product that productOf() makes of a problem.
SystolicWindows windowsOf(const workload::Problem& problem);

/// What a port to the memory outside did.
struct SystolicPort {
    double words = 0;       ///< whole lines of the port, with what they carry in vain
    double first_cycle = 0; ///< negative where words come before the array begins
    double last_cycle = 0;
    double stall_cycles = 0; ///< the array waited for this port; several may wait at once
};

struct SystolicStream {
    double cycles = 0;         ///< from the first line of the array to the last, with stalls
    double stall_cycles = 0;   ///< of them
    double elapsed_cycles = 0; ///< from the first fetch to the last write to the memory outside
    SystolicPort inputs, weights, outputs;
};

/// Words that systolicStream() looks at: a measure of its time (about 2 ns each). @unit words
double streamWork(const SystolicProduct& product, const SystolicArray& array, Dataflow dataflow);

/// Follows the array line by line. Each operand has a buffer of which one half serves the array while the other one
/// is filled, in the order in which the array asks for the operand for the first time; words come and go in
/// hundredths of the buffer. A word that is not there makes the array wait until the half that holds it has come.
/// Sums gather in one half of their buffer while the other one is written out. Ports of different operands do not
/// disturb each other (A. Samajdar et al., ISPASS 2020, section III; the user's bandwidth of SCALE-Sim v3). Without
/// a limit of the ports nothing waits, and a word comes again where more than a buffer of other words came since.
/// One product: `product.batch` has to be 1. Nothing where `stop` asks for it.
SystolicStream systolicStream(const SystolicProduct& product, const SystolicWindows& windows,
                              const SystolicArray& array, Dataflow dataflow, const std::stop_token& stop = {});

} // namespace strata::npu
