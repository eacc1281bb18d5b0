// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/tables/vidur_tables.h"

#include <filesystem>
#include <string>
#include <vector>

namespace strata::exchange {

class CsvTable;

/// The three tables that a VIDUR run looks up: `<stem>_linear_ms`, `<stem>_attn_decode_ms` and `<stem>_attn_prefill_ms`
/// (.csv or .csv.gz). Errors: "unreadable-file", "malformed-csv", "missing-column", "bad-value" with the line.
Result<serving::OperatorTables> readOperatorTables(const std::filesystem::path& folder, const std::string& stem);

/// The same from tables that are read already.
Result<serving::OperatorTables> operatorTables(const CsvTable& linear, const CsvTable& decode, const CsvTable& prefill,
                                               const std::string& stem);

} // namespace strata::exchange
