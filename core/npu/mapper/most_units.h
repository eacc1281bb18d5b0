// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/npu/mapper.h"

#include <optional>

namespace strata::npu::detail {

/// Where no mapping uses the asked share of the units: the error that names the largest share with which one fits. The
/// larger the share, the fewer the mappings, so that a binary search over the products of spatial factors finds it;
/// each step asks branch-and-bound for any mapping. Empty where the share is not what is in the way, or the search has
/// ended.
std::optional<Error> tooManyUnits(LoopNestEvaluator& evaluator, const Mapping& start, std::string_view family,
                                  const MapperSettings& settings, const std::stop_token& stop);

} // namespace strata::npu::detail
