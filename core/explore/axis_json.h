// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/catalog/library.h"
#include "core/explore/space.h"

namespace strata::explore {

/// The axes of a request, valid against its schema, over a base request. Every value that an axis may put
/// into the base is one that the base's schema accepts. Errors point into the request: "missing",
/// "bad-value", "bad-pointer", "duplicate-name", "bad-formula", "unknown-name", "link-cycle".
Result<Space> readSpace(const Json& axes, const Json& base, const std::vector<std::string>& metrics,
                        const Library& library);

} // namespace strata::explore
