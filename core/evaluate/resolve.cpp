// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/resolve.h"

#include "core/evaluate/kinds/scenario.h"
#include "core/evaluate/registry.h"

#include <nlohmann/json.hpp>

namespace strata {

Result<Request> resolveRequest(const Json& document, const Library& library, const Registry& registry) {
    auto request = parseRequest(document, library, registry);
    if (!request) return request;
    auto query = request->kind->resolve(*request->document, library);
    if (!query) return query.error();
    request->query = *std::move(query);
    return request;
}

std::shared_ptr<const Request> sharedResolved(const Json& document, const Library& library, const Registry& registry) {
    auto request = resolveRequest(document, library, registry);
    return request ? std::make_shared<const Request>(*std::move(request)) : nullptr;
}

Result<Request> askedByMethod(const Request& request, std::string_view method, const Registry& registry) {
    Json asked = *request.document;
    asked["method"] = method;
    auto parsed = parseRequest(asked, registry);
    if (!parsed) return parsed;
    parsed->hardware = request.hardware;
    parsed->query = request.query;
    return parsed;
}

Result<Estimate> evaluate(const Request& request, const Context& context) {
    const auto method = methodFor(request, *context.registry);
    return method ? evaluate(request, **method, context) : Result<Estimate>(method.error());
}

} // namespace strata
