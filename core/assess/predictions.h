// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/suite.h"
#include "core/base/result.h"

#include <string>
#include <string_view>

namespace strata::exchange {
class CsvTable;
}

namespace strata::assess {

/// "op=bmm;device=t4": what a row is grouped by, as the `--predictions` table writes it.
std::string groupText(const SuiteRow& row);

/// The rows of a `--predictions` table (toPredictionsCsv) again, in their order; requests are not in it.
/// `file` names the text in errors. Errors: those of CsvTable, "missing-column", "bad-value" with the line.
Result<SuiteReport> readPredictions(std::string text, std::string_view file);
/// The same of a table that is read already.
Result<SuiteReport> readPredictions(const exchange::CsvTable& table, std::string_view file);

} // namespace strata::assess
