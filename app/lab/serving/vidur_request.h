// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/serving/vidur_run.h"

#include <filesystem>
#include <string>

namespace strata::assess {

/// The run as a user asks for it: a request of the kind serving with the scheduler's limits, the published operator
/// tables, and the run's own file of requests as the trace. `folder` holds vidur_runs and vidur_op_tables. Empty where
/// no request says all that the run was started with.
std::string vidurRequest(const VidurRun& run, const std::filesystem::path& folder);

} // namespace strata::assess
