// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/collective.h"

#include <functional>

namespace strata::network {

/// Seconds of a collective among ranks that stand evenly in so many nodes (scale-up domains), by a method that takes
/// the place of the usual one. `bytes` as in collective.h. May be called by several threads at once. Empty: the usual
/// one.
using CollectiveTimer = std::function<double(Collective collective, double ranks, double nodes, double bytes)>;

} // namespace strata::network
