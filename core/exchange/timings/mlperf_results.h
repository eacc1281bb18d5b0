// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// One result of MLPerf Inference, in the words of its table.
struct MlperfResult {
    std::size_t line = 0;
    std::string submitter, system, accelerator, software, model, scenario, unit;
    std::string weights;          ///< number format of stored weights; empty: not stated
    double accelerators = 0;      ///< of all nodes; 0: not stated
    std::optional<double> result; ///< above 0, in `unit`
};
struct MlperfResults {
    std::vector<MlperfResult> results;
    std::vector<std::string> unknown_columns;
    std::vector<std::size_t> empty_lines; ///< that name no model: submissions without a result
};

/// A table of results, told by its columns: the summary of MLCommons' submission checker (`Organization`,
/// `accelerator_model_name`, `accelerators_per_node`, `number_of_nodes`, `Model`, `Scenario`, `Result`, `Units`), and
/// the table that its site exports (`Accelerator`, `# of Accelerators`, `Model MLC`, `Avg. Result at System Name`).
/// Numbers may have commas between thousands. Errors: "malformed-csv", "missing-column", "bad-value" with the line.
Result<MlperfResults> parseMlperfResults(std::string text, std::string_view file);
/// Whether a header line is that of such a table.
bool isMlperfTable(std::string_view header);

} // namespace strata::exchange
