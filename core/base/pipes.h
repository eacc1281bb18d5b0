// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <chrono>
#include <filesystem>
#include <string_view>

namespace strata {

/// How long a named pipe may stay without a program at its other end, whether Strata reads or writes it.
inline constexpr std::chrono::seconds kPipePatience{30};

/// Writes into a pipe or a device, which cannot be replaced by a rename. Errors: "unwritable-file", also where no
/// program reads from a pipe in time.
Result<void> writeInPlace(const std::filesystem::path& path, std::string_view text,
                          std::chrono::milliseconds patience = kPipePatience);

} // namespace strata
