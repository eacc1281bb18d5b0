// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/kind.h"

#include <string>
#include <string_view>

namespace strata {

/// Where a cluster names its device.
inline constexpr std::string_view kDeviceMember = "/device";

/// Whether a change of an entry is one of the device of a cluster, whose facts stand in an entry of their own.
bool changesDevice(const Json& document, std::string_view target);

/// Sets one pointer of a document. A fact below the device of a cluster becomes a change in a reference to that device.
/// Errors: "bad-value" where the reference's own `set` is no object, "bad-pointer".
Result<void> setFact(Json& document, std::string_view target, const Json& value);

/// Sets every pointer of `set` in a copy of `base`. Facts below the device of a cluster become changes in a reference
/// to that device: {"base", "set"}. Errors: "bad-value" where `set` is no object, "bad-pointer", at `pointer` (that of
/// `set` itself).
Result<Json> applySet(const Json& base, const Json& set, std::string_view pointer);

/// A file's entry on top of its resolved base: the members that it writes replace those of the base, `set` is
/// left to applySet(). What it replaces is from then on covered by its own `source`, the rest still by the
/// base's.
Json inherit(const Json& base, const Json& written);

/// Notes that the value at a pointer now comes from the `source` of the entry as written.
void attribute(Json& resolved, std::string_view pointer, const Json& written);

/// Where an error in a resolved document stands in the document that was written: an error in a value that
/// `set` brought in points below `set_pointer`, any other below `rest_pointer`.
std::string pointerAsWritten(const Json& set, std::string_view set_pointer, std::string_view rest_pointer,
                             std::string_view resolved_pointer);

/// The rules that every entry keeps: the schema of its kind, then that its facts do not contradict each
/// other.
Result<void> checkEntry(const Json& document, EntryKind kind);

} // namespace strata
