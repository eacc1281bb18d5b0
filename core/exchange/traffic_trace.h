// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/request.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// Requests of a recorded trace, in the order of their arrival. Two forms, told apart by the first character:
/// - CSV with a header. Arrival: `arrival_s`, `arrival_ms`, `arrived_at` or `Timestamp` in seconds (all at 0
/// where there is
///   none: lengths only). Lengths: `prompt_tokens`, `num_prefill_tokens`, `ContextTokens` or `Request
///   tokens`, and `output_tokens`, `num_decode_tokens`, `GeneratedTokens` or `Response tokens`.
///   `block_hashes`: keys of the prompt's 512-token pieces, separated by spaces.
/// - JSON Lines of Mooncake: `timestamp` in ms, `input_length`, `output_length`, `hash_ids`.
/// Rows without output are served as asking for one token. Errors: "unreadable-file", "too-large",
/// "malformed-csv", "malformed-json", "missing-column", "bad-value" with the line.
Result<std::vector<serving::Arrival>> readTrafficTrace(const std::filesystem::path& path);
Result<std::vector<serving::Arrival>> parseTrafficTrace(std::string text, std::string_view file = {});

} // namespace strata::exchange
