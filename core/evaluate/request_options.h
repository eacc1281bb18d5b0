// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/catalog/library.h"
#include "core/evaluate/request.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// A part that a request may state and does not: one value, or a whole technique.
struct RequestOption {
    std::string pointer; ///< "/plan/speculative"
    std::string group;   ///< title of the object that it goes into
    std::string title;
    std::string help;
    std::shared_ptr<const Json> start; ///< what holds where the part is absent, or a usual value of a technique
    Default fallback{};                ///< what holds where the part is absent
    std::string unit{};                ///< of a number
};

/// What can be added to a request, in the order of its schema. Only what leaves a request that resolves is offered: a
/// technique that another one rules out is not.
std::vector<RequestOption> optionsOf(const Json& request, const Library& library,
                                     const Registry& registry = builtinRegistry());

/// The parts that the value at `pointer` belongs to and that the request can do without, the smallest first.
std::vector<RequestOption> removableAround(const Json& request, std::string_view pointer, const Library& library,
                                           const Registry& registry = builtinRegistry());

/// The request without the part at `pointer`. Errors: "bad-pointer" where nothing stands, those of resolving.
Result<Json> withoutOption(const Json& request, std::string_view pointer, const Library& library,
                           const Registry& registry = builtinRegistry());

} // namespace strata
