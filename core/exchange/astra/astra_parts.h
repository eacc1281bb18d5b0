// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What descriptions of ASTRA-sim's networks and systems are read with.
namespace strata::exchange::astra {

/// Text of a description. Errors: "unreadable-file", "too-large" beyond 1 MiB.
Result<std::string> textOf(const std::filesystem::path& path);
Result<Json> objectOf(std::string_view text, std::string_view file);
Error badValue(const std::string& pointer, const Json& found, Message expected, std::string_view file);

/// A number, also as text.
std::optional<double> numberOf(const Json& value);

/// A list of numbers, or one alone. Errors: "missing-key", "bad-value".
Result<std::vector<double>> numbersOf(const Json& document, const char* key, double least, double most,
                                      std::string_view file);

} // namespace strata::exchange::astra
