// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/method.h"

namespace strata {

/// A request, parsed and resolved: from here on it carries its query, and neither an edit nor its evaluation resolves
/// it again. Errors: those of parseRequest() and of resolving.
Result<Request> resolveRequest(const Json& document, const Library& library,
                               const Registry& registry = builtinRegistry());

/// The same to be shared by whoever asks about the request; nullptr where it does not resolve.
std::shared_ptr<const Request> sharedResolved(const Json& document, const Library& library,
                                              const Registry& registry = builtinRegistry());

/// setParameter() that keeps what it has resolved.
Result<Request> changeRequest(const Json& request, std::string_view pointer, const Json& value, const Library& library,
                              const Registry& registry = builtinRegistry());

/// By the request's method. Where it carries its query, that was resolved with the context's library.
Result<Estimate> evaluate(const Request& request, const Context& context);

/// The same of a request that carries its query: what has to follow from the change is taken from there.
Result<Request> changeRequest(const Request& request, std::string_view pointer, const Json& value,
                              const Library& library, const Registry& registry = builtinRegistry());

/// A resolved request answered by another method of its kind: its document names that method, its query is the same.
/// Errors: those of parseRequest().
Result<Request> askedByMethod(const Request& request, std::string_view method,
                              const Registry& registry = builtinRegistry());

/// The query of a request: a copy of the one that it carries, for a method to complete, or resolved now by `resolve`.
template <class Query>
Result<Query> queryOf(const Request& request, const Library& library,
                      Result<Query> (*resolve)(const Json& request, const Library& library)) {
    if (const auto carried = request.query.as<Query>()) return *carried;
    return resolve(*request.document, library);
}

} // namespace strata
