// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/exchange/timeloop/timeloop_case.h"

#include <string>

namespace strata::assess {

/// A dense case of the reference tool as a user asks for it: a request of the kind layer with its architecture, loop
/// nest and mapping written out. Empty where the case is of the tool's sparse model or must be rejected. Clock and
/// names are the request's own, for the tool counts cycles alone.
std::string layerRequest(const exchange::TimeloopCase& reference);

} // namespace strata::assess
