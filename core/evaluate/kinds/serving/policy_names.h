// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"

#include <map>
#include <string>

namespace strata {

/// Further names of scheduling policies, as the engines of the catalog state them (`scheduler_names`).
std::map<std::string, std::string> policyAliases(const Library& library);

/// The policy that a request or an engine calls so; as asked where nothing is known by that name.
std::string policyNamed(const std::string& asked, const Library& library);

/// Errors: "bad-value" at `/plan/scheduler/policy` with all names that hold.
Result<void> requirePolicy(const std::string& asked, const Library& library);

/// The request with its policy by its own name, as parameters show it.
Json withOwnPolicyName(const Json& request, const Library& library);

} // namespace strata
