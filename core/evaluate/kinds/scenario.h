// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"
#include "core/evaluate/request.h"
#include "core/workload/scenario.h"

#include <string_view>
#include <vector>

namespace strata {

inline constexpr std::string_view kScenarioKind = "scenario";

/// The catalogued scenarios, training before inference, each by group and number.
std::vector<workload::Scenario> scenariosOf(const Library& library);

/// The request that `{"kind": "scenario", "id": "T1.1"}` stands for, with the asker's method, seed and label in place
/// of the scenario's; any other request as it is. Errors: "not-found" with the ids there are, those of validate().
Result<Json> expandScenario(const Json& request, const Library& library);

/// parseRequest() of what expandScenario() gives.
Result<Request> parseRequest(const Json& request, const Library& library, const Registry& registry = builtinRegistry());

} // namespace strata
