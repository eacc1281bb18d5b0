// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compose/memory_fit.h"
#include "core/evaluate/kinds/system/inference_query.h"
#include "core/evaluate/method.h"
#include "core/serving/single.h"

namespace strata::methods {

/// The method `serving.single`: requests of kind `inference`.
Result<Estimate> estimateSingle(const Request& request, const Context& context);

/// Where the time of one batch goes: prefill and decode, each by what its passes are made of. They add up.
Part singleParts(const serving::SingleTime& time);
Part prefillParts(const serving::SingleTime& time);
/// What one device holds.
Part singleMemoryParts(const workload::MemoryDemand& demand, const compose::MemoryFit& fit);
/// The iterations that were composed: how often each passes, its shape and time.
Table iterationTable(const serving::SingleTime& time);

} // namespace strata::methods
