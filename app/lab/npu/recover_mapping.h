// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/timeloop/timeloop_case.h"

#include <optional>

namespace strata::assess {

/// Some reference files give loop orders without factors. The mapping that was run can still be told from what the file
/// records of it: the tiles held at every level and the copies in use leave few factorisations, and of those the one is
/// taken whose counts are the recorded ones. Nothing when none is. This recovers an input; it fits no model.
std::optional<npu::Mapping> recoverMapping(const exchange::TimeloopCase& reference);

} // namespace strata::assess
