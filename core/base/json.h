// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace strata {

/// Keys are kept sorted, so that equal documents have equal text and equal hashes.
using Json = nlohmann::json;

/// Larger documents are refused: the largest legitimate one (a traffic trace's description) is far below.
inline constexpr std::size_t kMaximumJsonBytes = std::size_t{16} << 20;

/// Parses one JSON document. Errors: "too-large", "malformed-json" (with line and column), "duplicate-key", "too-deep".
/// @param file only named in errors
Result<Json> parseJson(std::string_view text, std::string_view file = {});

/// Reads and parses a file. Errors: those of parseJson, and "unreadable-file".
Result<Json> readJsonFile(const std::filesystem::path& path);

/// Writes text so that the file is either the old or the new one, never a part (temporary sibling, fsync, rename).
/// Errors: "unwritable-file" with the reason of the system.
Result<void> writeFileWhole(const std::filesystem::path& path, std::string_view text);

/// Canonical text: sorted keys, no white space, shortest digits that read back to the same double.
std::string canonicalText(const Json& document);

/// One step of a JSON pointer, escaped ("~" as "~0", "/" as "~1").
std::string pointerStep(std::string_view key);

/// Value at a pointer, or nullptr where nothing stands. Malformed pointers find nothing.
const Json* findPointer(const Json& document, std::string_view pointer);

/// Sets the value at a pointer; creates the missing object members on the way, never array elements beyond the end.
/// Errors: "bad-pointer".
Result<void> setPointer(Json& document, std::string_view pointer, const Json& value);

/// Removes what stands at a pointer; nothing happens where nothing stands.
void removePointer(Json& document, std::string_view pointer);

} // namespace strata
