// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <nlohmann/json_fwd.hpp>

namespace strata {

/// {"id": "...", "arguments": {name: value}}. A word stands as a text, a count as a number, an amount as {"value",
/// "unit"} and messages as a list. Numbers that JSON cannot hold stand as null.
nlohmann::json toJson(const Message& message);
/// The other way round; members that are no argument are passed over.
Message messageFromJson(const nlohmann::json& document);

} // namespace strata
