// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"

#include <filesystem>

namespace strata::assess {

/// Evaluates every case of the form that core/exchange/timeloop/timeloop_case.h reads, found in `folder` or
/// `folder`/timeloop, and compares each expected value: counts, cycles, capacities and utilization exactly, energies
/// within their printed rounding. A case that expects a rejection must be rejected by the named level. Sparse cases and
/// foreign files are refused with a reason. Errors: "unreadable-file" when the folder does not exist or holds no case
/// at all.
Result<SuiteReport> runNpuSuite(const std::filesystem::path& folder);

} // namespace strata::assess
