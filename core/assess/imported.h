// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/assess/rows.h"
#include "core/assess/suite.h"

#include <filesystem>
#include <span>

namespace strata::assess {

/// What another tool says of a measured row.
struct ImportedPrediction {
    std::string row; ///< id of the row
    std::string tool, quantity, unit;
    double value = 0.0; ///< in `unit`

    friend bool operator==(const ImportedPrediction&, const ImportedPrediction&) = default;
};

/// Reads predictions of other tools: a CSV table with the columns row, tool, quantity, value and unit, or a JSON
/// document
/// {"predictions": [{"row", "tool", "quantity", "value", "unit"}, ...]}. Errors: those of CsvTable and parseJson(),
/// "missing-column", "unknown-column", "bad-value" with the line, those of validate(), and "duplicate-id" where one
/// tool says two things of one row and quantity.
Result<std::vector<ImportedPrediction>> readImported(std::string text, bool json, std::string_view file);
/// The format is what the name says: .json, .csv or .csv.gz. Errors: those above, "bad-argument", "unreadable-file".
Result<std::vector<ImportedPrediction>> readImportedFile(const std::filesystem::path& file);

/// Predictions beside the rows that they mean, in the order of the rows; the tool is the method and a key of the group.
/// A prediction is refused where no row has its id and quantity, and where its unit is neither that of the row nor the
/// same with a prefix.
SuiteReport besideRows(std::span<const MeasuredRow> rows, std::span<const ImportedPrediction> predictions);

/// A report of our own methods with predictions of other tools on the same rows: both are grouped by tool. Refusals are
/// those of besideRows(), besides the report's own. Tools whose rows the report has already are replaced.
SuiteReport withImported(SuiteReport report, std::span<const ImportedPrediction> predictions);

/// The report of our own methods with each row's method as the key "tool" of its group, as besideRows() writes it.
SuiteReport groupedByTool(SuiteReport report);

} // namespace strata::assess
