// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/request.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace strata::exchange {

/// What a trace is read for: to be replayed as recorded, or for its lengths at arrivals of one's own.
enum class TraceUse { Replay, Lengths };

/// Requests of a recorded trace, in the order of their arrival, plain or gzip. Three forms, told apart by the first
/// character:
/// - CSV with a header, whose columns stand in any order, in upper or lower case and beside others. Arrival:
///   `arrival_s`, `arrival_ms`, `arrived_at`, `timestamp`, `timestamp_s`, `timestamp_ms` or `arrival_time`: seconds (or
///   milliseconds) or a date and time, as in Azure's traces (all at 0 where there is none: lengths only). Lengths:
///   `prompt_tokens`, `num_prefill_tokens`, `prefill_tokens`, `ContextTokens`, `Request tokens`, `input_tokens`,
///   `input_length` or `prompt_len`, and `output_tokens`, `num_decode_tokens`, `decode_tokens`, `GeneratedTokens`,
///   `Response tokens`, `output_length` or `output_len`. `block_hashes`: keys of the prompt's 512-token pieces,
///   separated by spaces.
/// - JSON Lines of Mooncake: `timestamp` in ms (or on no line), `input_length`, `output_length`, `hash_ids` of 512
///   tokens; those of Bailian, which have a `chat_id`, state seconds and keys of 16 tokens.
/// - Conversations of ShareGPT (conversations.h): a JSON array. They tell no times, and are refused with "missing"
/// where
///   they are to be replayed.
/// Where no time is known, a column whose name seems to tell times is refused.
/// Times counted from 1970 become times after the earliest. Rows without output are served as asking for one token.
/// Errors: "unreadable-file", "too-large", "malformed-csv", "malformed-json", "missing-column", "unknown-column",
/// "bad-value" with the line. `passed_over` gets the number of conversations that hold no request,
/// `unanswered` that of rows without output.
Result<std::vector<serving::Arrival>> readTrafficTrace(const std::filesystem::path& path,
                                                       TraceUse use = TraceUse::Lengths,
                                                       std::size_t* passed_over = nullptr,
                                                       std::size_t* unanswered = nullptr);
Result<std::vector<serving::Arrival>> parseTrafficTrace(std::string text, std::string_view file = {},
                                                        TraceUse use = TraceUse::Lengths,
                                                        std::size_t* passed_over = nullptr,
                                                        std::size_t* unanswered = nullptr);

} // namespace strata::exchange
