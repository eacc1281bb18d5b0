// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/tables/engine_tables.h"
#include "core/serving/tables/vidur_tables.h"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace strata::exchange {

/// Times of operators that somebody measured or tabulated, in place of predicted ones.
struct ServingTables {
    std::string format;             ///< one of servingTableFormats()
    std::vector<std::string> files; ///< names without folders
    std::string sha256;             ///< of the digests of these files, one behind the other
    std::size_t rows = 0;           ///< of all files
    std::variant<serving::EngineTables, serving::OperatorTables> times;
};

/// "vidur" (`_linear_ms`, `_attn_decode_ms`, `_attn_prefill_ms`), "vidur-profile" (`_linear`, `_attention`),
/// "llmservingsim" (`_dense`, `_per_sequence`, `_attention`), "llmservingsim-v0" (`_layers`, `_attention`), "csv" (one
/// file, see operatorCsv()).
std::span<const std::string_view> servingTableFormats();

/// Reads a set of tables. `path` is any file of the set (.csv or .csv.gz), what their names have in common, or the
/// folder of a profile as its tool writes it: `mlp.csv` and `attention.csv` of VIDUR, `dense.csv`, `per_sequence.csv`
/// and `attention.csv` or `layers.csv` and `attention.csv` of LLMServingSim; `format`
/// is found by the files where it is empty. `tp` chooses the rows of profiles that were taken with several numbers of
/// ranks. Errors: "unreadable-file" with the names that were looked for, and those of the readers, each with the file.
Result<ServingTables> readServingTables(const std::filesystem::path& path, std::string_view format, int tp);

} // namespace strata::exchange
