// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/tables/engine_tables.h"

#include <string>

namespace strata::exchange {

class CsvTable;

/// LLMServingSim's profile of an engine's kernels: `<stem>_attention` (prefill_chunk, kv_prefill, n_decode,
/// kv_decode),
/// `<stem>_dense` (layer, tokens) and `<stem>_per_sequence` (layer, sequences), all in time_us, .csv or
/// .csv.gz. Norms of a layer run twice. Errors: "unreadable-file", "malformed-csv", "missing-column",
/// "bad-value".
Result<serving::EngineTables> engineProfile(const CsvTable& attention, const CsvTable& dense,
                                            const CsvTable& per_sequence, const std::string& stem);

} // namespace strata::exchange
