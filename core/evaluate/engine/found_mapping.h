// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/kinds/npu/layer_query.h"

namespace strata {

/// The mapping that an estimate of a layer counted, from its tables `mapping` and `accesses`; nothing where they do not
/// belong to the query's hardware and operator. For a request that searches, this is what the search found.
std::optional<npu::Mapping> mappingOf(const Estimate& estimate, const LayerQuery& query);

} // namespace strata
