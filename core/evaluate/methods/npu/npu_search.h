// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/method.h"

#include <chrono>

namespace strata::methods {

/// Ends a search with a proof at the time limit of its request. The clock
/// decides when such a search ends; the bound that goes with its answer holds at any time.
class SearchWatch {
public:
    /// Fills in the executor and the time limit of the query's search, where it asks for one. Lives as long as the
    /// search.
    SearchWatch(LayerQuery& query, const Context& context);

    double seconds() const;

private:
    double limit_s_ = 0.0;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Constraints without which the search would have found better, the one that costs most first; see core/npu/binding.h.
Table bindingTable(const LayerQuery& query, npu::LoopNestEvaluator& evaluator, const std::stop_token& stop);

/// Best, bound, gap and effort of a search with a proof, as one row.
Table searchTable(const npu::FoundMapping& found, npu::MappingGoal goal, double seconds);

} // namespace strata::methods
