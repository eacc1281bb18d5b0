// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/tables/vidur_tables.h"

#include <string>

namespace strata::exchange {

class CsvTable;

/// Tables from what VIDUR's profiler measured (Agrawal et al., MLSys 2024), linear between its places where VIDUR
/// asks a random forest. `linear`: `tp` or `num_tensor_parallel_workers`, `num_tokens`, and each operator of a
/// layer as `time_stats.NAME.median` or `NAME_ms`. `attention`: `batch_size`, `prefill_chunk_size`,
/// `kv_cache_size`, `is_prefill`, and `time_stats.attn_prefill.median` or `attn_prefill_ms`, the same for
/// attn_decode. All in ms; rows of other tp are left out. Collectives are not in them. Errors: "missing-column",
/// "missing" where no row has this tp, "bad-value".
Result<serving::OperatorTables> vidurProfile(const CsvTable& linear, const CsvTable& attention, const std::string& stem,
                                             int tp);

} // namespace strata::exchange
