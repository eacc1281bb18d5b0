// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace strata::cli {

/// The folder of the running program.
std::filesystem::path programFolder();

/// The folder with hwlib/ and workloads/: the one given, else STRATA_ROOT, else share/strata of the installation, else
/// the nearest such folder above the program (a build inside the source tree). Errors: "no-data".
Result<std::filesystem::path> dataRoot(const std::optional<std::string>& given);

/// The catalog of this user: the one given, else in the data folder of the XDG base directories.
std::filesystem::path catalogFile(const std::optional<std::string>& given);

}  // namespace strata::cli
