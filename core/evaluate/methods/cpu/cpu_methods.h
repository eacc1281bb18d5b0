// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

namespace strata::methods {

/// Cycles of a basic block as the largest of the bounds of front end, rename stage, ports and dependencies.
Result<Estimate> estimateBlock(const Request& request, const Context& context);

} // namespace strata::methods
