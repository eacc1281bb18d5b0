// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

#include <filesystem>
#include <vector>

namespace strata::assess {

/// Suite serving-measured: requests that a real vLLM served (`data`/measured_serving), simulated with the
/// engine's limits, its model and the kernel profile of the same machine
/// (`data`/operator_profiles/llmservingsim_v1). Nothing is fitted. With the method
/// gpu.tile the device's datasheet takes the place of the profile. Errors: "unreadable-file" where there is
/// no such run.
Result<SuiteReport> runEngineSuite(const SuiteOptions& options);

/// Tables of requests that engines served, of the folder `data` or of its folder serving, in the order of their names.
std::vector<std::filesystem::path> measuredRuns(const std::filesystem::path& data);

} // namespace strata::assess
