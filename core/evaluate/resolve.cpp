// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/resolve.h"

#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/registry.h"

namespace strata {

Result<Request> resolveRequest(const Json& document, const Library& library, const Registry& registry) {
    auto request = parseRequest(document, library, registry);
    if (!request) return request;
    auto query = request->kind->resolve(*request->document, library);
    if (!query) return query.error();
    request->query = *std::move(query);
    return request;
}

Result<Estimate> evaluate(const Request& request, const Context& context) {
    const auto method = methodFor(request, *context.registry);
    return method ? evaluate(request, **method, context) : Result<Estimate>(method.error());
}

} // namespace strata
