// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

namespace strata::methods {

/// The method `pim.banks`.
Result<Estimate> estimateInBanks(const Request& request, const Context& context);
/// The method `pim.macro`.
Result<Estimate> estimateInMacros(const Request& request, const Context& context);
/// The method `pim.processors`.
Result<Estimate> estimateOnProcessors(const Request& request, const Context& context);

} // namespace strata::methods
