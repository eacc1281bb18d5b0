// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace strata::fuzz {

/// Changes one to three places of a document: members go, come twice, change their type, their name or their neighbour,
/// and numbers become extreme. The document stays JSON, so that the change reaches what lies behind the parser.
Json mutated(Json document, std::uint64_t seed);

/// The same for a text: a document, or lines of which one is a document. A text that is neither comes back unchanged.
std::string mutatedText(std::string_view text, std::uint64_t seed);

} // namespace strata::fuzz
