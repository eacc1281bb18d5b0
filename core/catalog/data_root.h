// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace strata {

/// The folder of the running program.
std::filesystem::path programFolder();

/// The folder with hwlib/ and workloads/: the one given, else STRATA_ROOT, else share/strata of the installation, else
/// the nearest such folder above the program (a build inside the source tree). Errors: "no-data".
Result<std::filesystem::path> dataRoot(const std::optional<std::string>& given = {});

} // namespace strata
