// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <string_view>

namespace strata::exchange {

/// One YAML 1.1 document, of which JSON is a part, as a JSON value: plain scalars that are numbers, booleans
/// or null become such, others text. Tags are passed over. Errors: "too-large", "malformed-yaml" with the line,
/// "duplicate-key", "not-supported" for aliases where they are not followed.
enum class YamlAliases : unsigned char {
    Refuse,
    Follow ///< with merge keys ("<<", and "<<<" that merges members of members); together at most a million values
};
Result<Json> parseYaml(std::string_view text, std::string_view file = {}, YamlAliases aliases = YamlAliases::Refuse);

} // namespace strata::exchange
