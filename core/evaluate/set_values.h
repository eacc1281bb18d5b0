// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/catalog/library.h"
#include "core/evaluate/request.h"

#include <span>
#include <string_view>

namespace strata {

/// A value and where in a request it goes.
struct PointedValue {
    std::string_view pointer;
    const Json* value = nullptr;
};

/// The request with several values set in their order, as setParameter() sets one; whether the result
/// resolves is not checked. Errors: "bad-pointer", those of the layer that a mapping has to be refitted to.
Result<Json> setValues(const Json& request, std::span<const PointedValue> values, const Library& library,
                       const Registry& registry = builtinRegistry());

/// Whether a request resolves as a whole, whatever its kind. Errors: those of parseRequest() and of resolving.
Result<void> checkResolves(const Json& request, const Library& library, const Registry& registry = builtinRegistry());

} // namespace strata
