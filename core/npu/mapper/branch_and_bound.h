// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper.h"

namespace strata::npu::detail {

/// The search "branch-and-bound": the best mapping with whole factors, with a proof. Choices of kept tensors and
/// spatial factors are bounded first by what has to move at all, then by a relaxation that bounds each boundary between
/// levels by itself, and then searched through, the most promising first; the least bound of what is left is the bound
/// of the answer. The same answer on any number of threads, unless a watcher ends the search.
Result<FoundMapping> searchBranchAndBound(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                          const MapperSettings& settings, const std::stop_token& stop);

} // namespace strata::npu::detail
