// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace strata::cli {

/// The catalog of this user: the one given, else in the data folder of the XDG base directories.
std::filesystem::path catalogFile(const std::optional<std::string>& given);

} // namespace strata::cli
