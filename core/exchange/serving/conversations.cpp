// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/serving/conversations.h"

#include "core/base/json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata::exchange {
namespace {

constexpr double kLettersOfToken = 4;
constexpr int kDeepest = 64;
constexpr double kMostTokens = 1e7;

Error bad(std::size_t number, const char* member, std::string_view file) {
    return {"bad-value",
            "/" + std::to_string(number) + "/" + member,
            {"error.conversation-field", {{"number", number + 1}, {"field", member}}},
            {"accepted.conversations-of-turns"},
            std::string(file)};
}

bool asks(std::string_view from) { return from == "human" || from == "user"; }
bool answers(std::string_view from) { return from == "gpt" || from == "chatgpt" || from == "assistant"; }

/// The first question and its answer; nothing where the conversation does not begin with them.
Result<std::optional<serving::Arrival>> requestOf(const Json& conversation, std::size_t number, std::string_view file) {
    if (!conversation.is_object())
        return Error{"bad-value",
                     "/" + std::to_string(number),
                     {"error.conversation-no-object", {{"number", number + 1}}},
                     {"accepted.conversations-of-turns"},
                     std::string(file)};
    const auto turns = conversation.find("conversations");
    if (turns == conversation.end() || !turns->is_array()) return bad(number, "conversations", file);
    std::optional<std::string_view> question;
    for (const Json& turn : *turns) {
        const auto from = turn.find("from"), value = turn.find("value");
        if (!turn.is_object() || from == turn.end() || value == turn.end() || !from->is_string() || !value->is_string())
            return bad(number, "conversations", file);
        const std::string_view who = from->get_ref<const std::string&>(), what = value->get_ref<const std::string&>();
        if (who == "system" && !question) continue;
        if (!question && asks(who)) {
            question = what;
            continue;
        }
        if (!question || !answers(who) || question->empty() || what.empty()) break;
        serving::Arrival arrival;
        arrival.prompt_tokens = static_cast<std::int32_t>(std::min(kMostTokens, estimatedTokens(*question)));
        arrival.output_tokens = static_cast<std::int32_t>(std::min(kMostTokens, estimatedTokens(what)));
        return std::optional(arrival);
    }
    return std::optional<serving::Arrival>();
}

} // namespace

double estimatedTokens(std::string_view text) {
    double letters = 0, others = 0;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80) ++letters;
        if (byte >= 0xC0) ++others; // the first byte of a character of several
    }
    return text.empty() ? 0.0 : std::max(1.0, std::ceil(letters / kLettersOfToken) + others);
}

Result<std::vector<serving::Arrival>> parseConversations(std::string_view text, std::string_view file,
                                                         std::size_t* passed_over) {
    std::vector<serving::Arrival> arrivals;
    std::optional<Error> wrong;
    std::size_t number = 0;
    // Each conversation is taken when it is complete and then forgotten: collections are large.
    const auto take = [&](int depth, Json::parse_event_t event, Json& value) {
        if (wrong || depth > kDeepest) {
            if (!wrong) wrong = bad(number, "conversations", file);
            return false;
        }
        if (depth != 1 || event == Json::parse_event_t::array_start || event == Json::parse_event_t::object_start)
            return true;
        auto request = requestOf(value, number++, file);
        if (!request) wrong = request.error();
        if (request && *request) arrivals.push_back(**request);
        return false;
    };
    const Json rest = Json::parse(text, take, false);
    if (wrong) return *wrong;
    if (rest.is_discarded() || !rest.is_array())
        return Error{"malformed-json",
                     "",
                     {"error.conversations-end-early", {{"count", number}}},
                     {"accepted.conversations-of-turns"},
                     std::string(file)};
    if (passed_over) *passed_over = number - arrivals.size();
    return arrivals;
}

} // namespace strata::exchange
