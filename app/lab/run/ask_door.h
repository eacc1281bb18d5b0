// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/assess/rows.h"

namespace strata::assess {

/// Answers rows as a user's requests are answered (evaluateRows()), under the options' library, and appends answers and
/// refusals to the report; rows that name a device get its distance. Rows of other devices than the options name, by
/// their group "device", are left out.
void askDoor(std::vector<MeasuredRow> rows, const SuiteOptions& options, SuiteReport& report);

} // namespace strata::assess
