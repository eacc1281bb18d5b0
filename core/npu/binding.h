// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/npu/mapper.h"

namespace strata::npu {

/// A constraint of a search without which a better mapping exists.
struct BindingConstraint {
    std::size_t level = 0;     ///< where it stands; the number of levels: it holds for the whole
    Message constraint;        ///< "m=4 over time", "order k", "keep inputs", "least utilization"
    double best_without = 0.0; ///< the goal of a mapping that keeps to all other constraints
};

/// Leaves out one constraint of the settings at a time and looks around the found mapping for a better one, with
/// `budget` mappings each. What is listed binds; a constraint that is not listed may bind all the same. The one that
/// costs most comes first. Of more than 24 constraints the first are looked at.
std::vector<BindingConstraint> bindingConstraints(LoopNestEvaluator& evaluator, const FoundMapping& found,
                                                  std::string_view family, const MapperSettings& settings,
                                                  std::uint64_t budget, const std::stop_token& stop);

} // namespace strata::npu
