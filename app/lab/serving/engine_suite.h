// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

#include <filesystem>
#include <vector>

namespace strata::assess {

/// Suite serving-measured: requests that a real vLLM served (`data`/measured_serving). Each run is one serving request
/// that names engine and version, its limits and blocks, the recorded traffic and the kernel profile of the same
/// machine
/// (`data`/operator_profiles/llmservingsim_v1); with the method gpu.tile no profile. Nothing is fitted. Rows of single
/// requests are those of the answer's table; the means keep the request. Errors: "unreadable-file" where there is no
/// such run.
Result<SuiteReport> runEngineSuite(const SuiteOptions& options);

/// Tables of requests that engines served, of the folder `data` or of its folder serving, in the order of their names.
std::vector<std::filesystem::path> measuredRuns(const std::filesystem::path& data);

} // namespace strata::assess
