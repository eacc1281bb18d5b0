// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/method.h"

namespace strata::methods {

/// The method `npu.systolic`.
Result<Estimate> estimateLayerBySystolicArray(const Request& request, const Context& context);
/// The method `npu.commands`.
Result<Estimate> estimateLayerByCommands(const Request& request, const Context& context);

/// Their rows in the table of methods.
Method systolicRow();
Method commandsRow();

} // namespace strata::methods
