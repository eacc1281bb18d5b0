// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <string_view>

namespace strata::exchange {

/// One YAML 1.1 document, of which JSON is a part, as a JSON value: plain scalars that are numbers, booleans
/// or null become such, others text. Errors: "too-large", "malformed-yaml" with the line, "duplicate-key",
/// "not-supported" for anchors and aliases.
Result<Json> parseYaml(std::string_view text, std::string_view file = {});

} // namespace strata::exchange
