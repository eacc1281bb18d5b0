// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kinds/npu/layer_query.h"
#include "views/mapping/loop_edits.h"

namespace strata::views {

/// Whether the constraints of the design fix the factor of a loop as it is, or what a level holds of a tensor.
bool locksFactor(const LayerQuery& query, const LoopPlace& place);
bool locksKeep(const LayerQuery& query, std::size_t level, std::size_t tensor);

/// `/plan/constraints` with a factor locked as it is, or without that lock. Null where no constraint is left.
Json factorLockToggled(const Json& constraints, const LayerQuery& query, const LoopPlace& place);
/// The same of what a level holds.
Json keepLockToggled(const Json& constraints, const LayerQuery& query, std::size_t level, std::size_t tensor);
/// All factors of a level and all that it may hold or pass on; where all are locked already, none.
Json levelLockToggled(const Json& constraints, const LayerQuery& query, std::size_t level);
/// Whether all of that is locked.
bool locksLevel(const LayerQuery& query, std::size_t level);

} // namespace strata::views
