// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/field/static_batches.h"

#include <string>
#include <vector>

namespace strata::assess {

/// The report of a suite whose rows are asked at the users' door and fitted to nowhere. Errors: those of reading.
Result<SuiteReport> fieldReport(const char* suite, Result<FieldRows> read, const SuiteOptions& options,
                                std::vector<std::string> notes);

} // namespace strata::assess
