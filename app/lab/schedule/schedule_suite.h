// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"

namespace strata::assess {

/// Suite "schedules": tuning configurations that were not measured, by a cost model of 1,000 that were; then what 200
/// samples, another device's measurements and the tuner reach. Groups: split, kernel, device.
Result<SuiteReport> runSchedules(const SuiteOptions& options);

} // namespace strata::assess
