// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/tables/engine_tables.h"

#include <string>

namespace strata::exchange {

class CsvTable;

/// LLMServingSim's first profiles, operator by operator: `layers` (layer_name, input, tp_size, latency(ns); or op,
/// tokens, tp_size, latency_ns) and `attention`, which is VIDUR's (batch_size, prefill_chunk_size, kv_cache_size,
/// is_prefill, medians of attn_prefill and attn_decode; or attn_prefill_ms, attn_decode_ms).
/// Embedding and final norm run once, the LM head for each sequence; `attn` of the layers is left out, for it is a
/// prompt's without context. Of the batches and contexts of decodes those are kept that are at least a root of 2
/// apart. Rows of other ranks than `tp` are left out. Errors: "missing-column", "missing", "bad-value",
/// "not-supported": times of experts, of which an iteration runs some alone.
Result<serving::EngineTables> layerProfile(const CsvTable& layers, const CsvTable& attention, const std::string& stem,
                                           int tp);

} // namespace strata::exchange
