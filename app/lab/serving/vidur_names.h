// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata::assess {

/// The command line of a run of the reference simulator, from its name as the runs with a known command line spell
/// theirs: "a100_7b_tp1_conv_vllm_blocks600_q6". Errors: "not-modelled" with the part that says nothing.
Result<std::string> vidurArguments(std::string_view name);

/// Runs whose requests are in this folder, in the order of their names.
std::vector<std::string> vidurRunsIn(const std::filesystem::path& folder);

} // namespace strata::assess
