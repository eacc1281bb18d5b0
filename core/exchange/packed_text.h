// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>

namespace strata::exchange {

/// The text of a file, plain or packed with gzip. Errors: "unreadable-file", "too-large" (256 MiB unpacked).
Result<std::string> readPackedText(const std::filesystem::path& path);

} // namespace strata::exchange
