// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/timeloop/timeloop_case.h"
#include "core/npu/loopnest.h"
#include "core/npu/sparse/sparse.h"

#include <optional>
#include <string>

namespace strata::assess {

/// What our evaluation says for one value that the reference tool printed, and how finely it was printed.
struct NpuPrediction {
    double value = 0.0;
    double rounding = 0.0; ///< half a unit of the last printed digit; 0 for a count
    std::string unit;
};

/// Nothing for a quantity that a dense loop-nest evaluation does not have.
std::optional<NpuPrediction> predict(const exchange::ExpectedValue& expected, const exchange::TimeloopCase& reference,
                                     const npu::LoopNestResult& result);

/// The same of a run of the tool's sparse model.
std::optional<NpuPrediction> predictSparse(const exchange::ExpectedValue& expected,
                                           const exchange::TimeloopCase& reference, const npu::SparseResult& result);

/// Whether a prediction agrees with the value within the printed rounding.
bool agrees(const NpuPrediction& prediction, double measured);

} // namespace strata::assess
