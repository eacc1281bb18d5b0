// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/serving/request.h"

#include <string_view>
#include <vector>

namespace strata::exchange {

/// Tokens of a text, without the model's own vocabulary: a token for every four letters of the Latin alphabet and other
/// characters of one byte (OpenAI, "What are tokens and how to count them?", a rule for English), and one for every
/// other character. At least 1 where there is text.
double estimatedTokens(std::string_view text);

/// Conversations as ShareGPT's collections hold them: an array of objects with `conversations`, each turn with `from`
/// ("human" or "user", "gpt", "chatgpt" or "assistant") and `value`. A request is the first
/// question with its answer, whatever system texts stand before them; later turns are not read. All arrive at 0, as no
/// times are told. Conversations that do not begin so are passed over, and `passed_over` gets their number. No pair is
/// dropped by its length. Errors: "malformed-json", "bad-value" with the place in the array.
Result<std::vector<serving::Arrival>> parseConversations(std::string_view text, std::string_view file,
                                                         std::size_t* passed_over = nullptr);

} // namespace strata::exchange
