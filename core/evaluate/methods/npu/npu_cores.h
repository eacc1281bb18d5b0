// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

namespace strata::methods {

/// The method `npu.event` of models: the layers of npu.network on cores that work independently and share the memory
/// outside, tile by tile.
Result<Estimate> estimateNetworkByEvents(const Request& request, const Context& context);
Method networkEventRow();

} // namespace strata::methods
