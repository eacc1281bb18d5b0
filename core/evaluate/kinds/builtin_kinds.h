// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/kind.h"

namespace strata {

/// Kinds that others become: one batch of a language model by itself, and an engine under load.
inline constexpr std::string_view kOneBatch = "inference", kUnderLoad = "serving";

/// RequestKind::resolve by a function that resolves to one type of query, and RequestKind::schema of a function that
/// makes one.
template <auto resolve_query>
Result<Resolved> resolvedBy(const Json& request, const Library& library) {
    auto query = resolve_query(request, library);
    if (!query) return query.error();
    return Resolved(*std::move(query));
}
template <auto make_schema>
const ObjectSchema& schemaBy() {
    static const ObjectSchema schema = make_schema();
    return schema;
}

/// The rows of the table of kinds: each in a file of its own.
RequestKind layerKind();
RequestKind kernelKind();
RequestKind modelKind();
RequestKind collectiveKind();
RequestKind trainingKind();
RequestKind inferenceKind();
RequestKind servingKind();
RequestKind edgeKind();
RequestKind blockKind();

/// All of them, in the order in which people read them.
std::vector<RequestKind> builtinKinds();

} // namespace strata
