// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/lab/run/suites.h"
#include "core/assess/rows.h"

#include <filesystem>
#include <vector>

namespace strata::assess {

/// Rows of a data set that the library can ask for, and why others are refused.
struct FieldRows {
    std::vector<MeasuredRow> rows;
    std::vector<Refusal> refused;
};

/// llm_inference_bench_all.csv.gz: batches of equal prompts that enter an engine together, as `inference` requests; the
/// engine's version is named. Errors: those of the table.
Result<FieldRows> readStaticBatches(const std::filesystem::path& folder, const Library& library);

/// Suite "serving-batches": time from start to end of each batch. Groups: device, engine, model, tp, batch. Errors:
/// those of the table.
Result<SuiteReport> runStaticBatches(const SuiteOptions& options);

} // namespace strata::assess
