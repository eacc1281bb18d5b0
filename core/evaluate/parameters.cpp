// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kind.h"
#include "core/evaluate/kinds/serving/policy_names.h"

#include <nlohmann/json.hpp>

namespace strata {

Result<std::vector<Parameter>> parametersOf(const Json& request, const Library& library, const Registry& registry) {
    const auto parsed = parseRequest(request, registry);
    return parsed ? parametersOf(*parsed, library) : Result<std::vector<Parameter>>(parsed.error());
}

Result<std::vector<Parameter>> parametersOf(const Request& request, const Library& library) {
    const Json shown = withOwnPolicyName(*request.document, library);
    std::vector<Parameter> parameters;
    for (const RequestKind::AddParameters add : request.kind->parameters) {
        if (auto added = add(*request.kind, shown, library, parameters); !added) return added.error();
    }
    return parameters;
}

} // namespace strata
