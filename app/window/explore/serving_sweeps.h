// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "views/capacity/capacity_view.h"

#include <string>

namespace strata::app {

/// The sweep that the capacity view asks for: a grid around the rate of a `serving` request, or its schedulers on the
/// same arrivals. `label` names the design.
Json servingSweep(const Json& request, views::CapacityView::Sweep sweep, const std::string& label);

} // namespace strata::app
