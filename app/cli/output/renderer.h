// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace strata::cli {

/// Runs strata-figure, a program of its own so that this one starts without Qt: these words behind its name, this text
/// as its input, our output as its output. Returns its exit status. Errors: "not-installed", "unwritable-file".
Result<int> runRenderer(const std::vector<std::string>& words, const std::string& input,
                        const std::filesystem::path& data_root);

} // namespace strata::cli
