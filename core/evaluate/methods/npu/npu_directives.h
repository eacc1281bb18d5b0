// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/method.h"

namespace strata::methods {

/// The method `npu.data-centric`.
Result<Estimate> estimateLayerByDirectives(const Request& request, const Context& context);
Method directivesRow();

} // namespace strata::methods
