// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

namespace strata::methods {

/// The method `npu.event`: a mapped layer tile by tile (core/npu/event/event.h).
Result<Estimate> estimateLayerByEvents(const Request& request, const Context& context);
Method eventRow();

} // namespace strata::methods
