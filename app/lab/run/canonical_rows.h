// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/rows.h"
#include "core/assess/suite.h"

namespace strata::assess {

/// A row that anybody's program can ask, beside what the suite predicted for it.
struct CanonicalRow {
    MeasuredRow row;
    double predicted = 0.0;
};

/// The rows of a report that keep their request (SuiteOptions::keep_requests). Kernels of suites are timed one by one:
/// their latency is the metric alone_s of a kernel's answer. Rows of equal id and quantity get numbers, "x", "x#2".
std::vector<CanonicalRow> canonicalRows(const SuiteReport& report);

} // namespace strata::assess
