// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"

#include <string>
#include <string_view>
#include <vector>

namespace strata {

// Changes of the structure of an entry: levels of an accelerator, links of a cluster, layers of a network. Each takes a
// document and returns the changed one; whether that is sound is for validate() and the catalog to say.

/// Members that the object at `pointer` may have by its schema and does not state; empty for anything else.
std::vector<const Field*> absentMembers(const Json& document, const ObjectSchema& schema, std::string_view pointer);

/// Whether the value at `pointer` can be taken away: an element of a list above its least number, or a member that its
/// schema does not require.
bool isRemovable(const Json& document, const ObjectSchema& schema, std::string_view pointer);

/// States a member of the object at `pointer`: with its default, the least value that it may have, or for lists and
/// objects with what they need at least. Errors: "bad-pointer", "unknown-key".
Result<Json> withMember(const Json& document, const ObjectSchema& schema, std::string_view pointer,
                        std::string_view key);

/// One element more in the list at `pointer`: a copy of its last one under a name of its own, or where it has none what
/// its schema needs at least. Errors: "bad-pointer".
Result<Json> withElement(const Json& document, const ObjectSchema& schema, std::string_view pointer);

/// A copy of the element at `pointer` right behind it, under a name of its own. Errors: "bad-pointer".
Result<Json> withCopy(const Json& document, std::string_view pointer);

/// Without the element or member at `pointer`. Errors: "bad-pointer".
Result<Json> withoutPart(const Json& document, std::string_view pointer);

/// The element at `pointer` so many places further down its list, at most at its end. Errors: "bad-pointer".
Result<Json> withMoved(const Json& document, std::string_view pointer, int places);

/// A typed text as the value that the field at `pointer` holds: a number, a word, a truth value, or JSON for lists and
/// objects. Errors: "bad-value" with what is accepted.
Result<Json> typedValue(const ObjectSchema& schema, std::string_view pointer, const std::string& text);

} // namespace strata
