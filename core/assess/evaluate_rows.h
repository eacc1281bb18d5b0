// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/rows.h"
#include "core/assess/suite.h"

#include <memory>
#include <span>

namespace strata {
class Library;
class Progress;
} // namespace strata

namespace strata::assess {

/// Evaluates the request of each row as `strata-cli batch` does, on `jobs` threads, and sets the row's quantity beside
/// what was measured. Rows with the same request are answered by one evaluation. The rows of the report are in the
/// order of the given ones; a row whose request is refused, whose design cannot exist or whose answer has no such
/// metric is listed as refused with the reason. `progress` is told from the calling thread. The same rows give the same
/// bits, whatever the number of threads.
SuiteReport evaluateRows(std::span<const MeasuredRow> rows, std::shared_ptr<const Library> library, unsigned jobs,
                         Progress* progress = nullptr);

/// Evaluates the rows of a file; a table that has predictions already (toPredictionsCsv()) is read as it is. The report
/// has the name of the file. Errors: those of readRowFile() and of readPredictions().
Result<SuiteReport> reportOfFile(const std::filesystem::path& file, std::shared_ptr<const Library> library,
                                 unsigned jobs, Progress* progress = nullptr);

} // namespace strata::assess
