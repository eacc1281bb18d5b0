// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/catalog/library.h"
#include "core/evaluate/resolved.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

struct Registry;
struct RequestKind;

/// The kinds and methods that Strata has; see core/evaluate/registry.h.
const Registry& builtinRegistry();

/// A request as asked: validated against the schema of its kind, everything else still in the document.
struct Request {
    const RequestKind* kind = nullptr; ///< a row of the registry that parsed it, never null
    std::optional<EntryKind> hardware; ///< what the request runs on, where its reader knew the catalog
    std::string method;                ///< empty: the kind's default; a method finds its own id here
    std::uint64_t seed = 0;
    std::string label;
    std::string sha256; ///< of the canonical document without its label
    std::shared_ptr<const Json> document;
    Resolved query; ///< of the document, where somebody has resolved it already
};

/// The registry outlives the request. Errors: "unknown-kind", those of validate().
Result<Request> parseRequest(const Json& document, const Registry& registry = builtinRegistry());

/// Notes what kind of hardware the request names; nothing where it names none that the library has.
void recogniseHardware(Request& request, const Library& library);

/// The row that a document's member `kind` names; nullptr where there is none.
const RequestKind* kindOf(const Json& document, const Registry& registry = builtinRegistry());

/// One number that an architect can drag, or one word to choose; a truth value is a choice between two words.
struct Parameter {
    std::string pointer; ///< into the request, for setParameter
    std::string group;   ///< "Global buffer", "PE array", "Layer"
    std::string title;
    std::string unit;
    std::string help;
    std::string source;
    double value = 0.0;
    double catalog_value = 0.0; ///< what the entry says when nothing is changed
    double minimum = 0.0;
    double maximum = 0.0;
    Scale scale = Scale::Linear;
    bool integer = false;
    std::vector<std::string> choices{}; ///< not empty: a word, and the numbers above mean nothing
    std::string chosen{};
    std::string catalog_choice{}; ///< what holds when nothing is changed
    Default fallback{};           ///< what holds where the request does not state it
    bool flag = false;            ///< the choices are "no" and "yes"; the request holds false or true
};

/// Everything draggable in a request, grouped as the hardware is; drawn from the schemas, never from a list in a view.
Result<std::vector<Parameter>> parametersOf(const Json& request, const Library& library,
                                            const Registry& registry = builtinRegistry());
/// The same of a request that is parsed already.
Result<std::vector<Parameter>> parametersOf(const Request& request, const Library& library);

/// The request with one value changed. A pointer into `/hardware/...` of a catalog reference becomes an entry of its
/// `set`; setting the catalog's own value removes that entry again. A member of a model's layer overrides it in the
/// same way. When the layer changes, a mapping of the request is refitted to it. The result resolves as a whole,
/// whatever its kind. Errors: "bad-pointer", those of parseRequest() and of resolving.
Result<Json> setParameter(const Json& request, std::string_view pointer, const Json& value, const Library& library,
                          const Registry& registry = builtinRegistry());

} // namespace strata
