// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/tables/engine_tables.h"

#include <string>

namespace strata::exchange {

class CsvTable;

/// Times of an engine's kernels on one rank, whoever measured them. Column `part` tells what a row is:
/// - `layer`: a kernel of each layer, at `tokens` of the iteration;
/// - `once`: a kernel that runs once an iteration (embedding, last norm), at `tokens`;
/// - `sequence`: LM head and sampling, at `sequences`;
/// - `attention`: of one layer, at `prompt_tokens` behind `prompt_context`, and `decodes` at a mean `decode_context`;
///   absent counts are 0.
/// The time stands in `time_s`, `time_ms`, `time_us` or `time_ns`. `operator` tells kernels of a part apart,
/// which add up; `count` is how often one runs in its layer (1 where absent). Errors: "missing-column", "missing"
/// where a part has no row, "bad-value" with the line.
Result<serving::EngineTables> operatorCsv(const CsvTable& table, const std::string& file);

} // namespace strata::exchange
