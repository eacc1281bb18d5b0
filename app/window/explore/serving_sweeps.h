// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/library.h"
#include "views/capacity/capacity_view.h"

#include <optional>
#include <string>

namespace strata::app {

/// The sweep that the capacity view asks for: a grid over the rate of a `serving` request, or its schedulers on the
/// same arrivals. `label` names the design. `saturation_per_s`: what one replica serves at most; with it the rates go
/// from where all keep the service level to beyond what the largest fleet serves, without it around the present rate.
Json servingSweep(const Json& request, views::CapacityView::Sweep sweep, const std::string& label,
                  std::optional<double> saturation_per_s = {});

/// What one replica of a `serving` request serves at most, by closed forms; nothing where they do not answer.
std::optional<double> saturationOf(const Json& request, const Library& library);

} // namespace strata::app
