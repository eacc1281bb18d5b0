// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Means of the runs that their own name describes, each asked as users ask, with arrivals as printed; rows keep their
/// requests.
Result<SuiteReport> askVidurRuns(const SuiteOptions& options);

/// Suite serving-vidur: every run of `data`/vidur_runs (or `data`/serving/vidur_runs) simulated again with
/// the operator tables of vidur_op_tables. A request is equal where E2E and TTFT are within 1e-4 of E2E and
/// its restarts agree; a run is equal where its mean E2E is within 1e-4, its restarts agree in sum, and
/// requests differ only behind a decision tie: an arrival within 30 us of the end of an iteration, where the
/// tables' print rounding decides, until the replica is idle again. Errors: "unreadable-file",
/// "missing-column".
Result<SuiteReport> runVidurSuite(const SuiteOptions& options);

} // namespace strata::assess
