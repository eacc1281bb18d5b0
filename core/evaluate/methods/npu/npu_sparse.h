// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/estimate.h"
#include "core/evaluate/method.h"

namespace strata::methods {

/// The method `npu.sparse`.
Result<Estimate> estimateSparseLayer(const Request& request, const Context& context);
Method sparseRow();

} // namespace strata::methods
