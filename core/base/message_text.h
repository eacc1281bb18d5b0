// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace strata {

/// How a reader wants to be told: the language of the texts and how numbers are written. Names of the request's own,
/// such as those of levels, may have titles.
struct Wording {
    std::string_view language = "en"; ///< one of messageLanguages(); any other reads as English
    std::string decimal = ".";
    std::string group = ",";
    const std::map<std::string, std::string, std::less<>>* titles = nullptr;
};

/// "en" first, then the translations.
std::span<const std::string_view> messageLanguages();

/// All texts of a language by the ids of messages. A text names its places in braces: "{size}" has three significant
/// digits, "{size:4}" four, "{size:=}" every digit that matters; "{count:=}" is a count as people type it, without
/// separators of thousands; "{count|word|words}" is the first word for exactly one and the second for any other number.
const std::map<std::string, std::string, std::less<>>& messageCatalog(std::string_view language);

/// The text of a message; its id where the catalog has none, nothing for an empty message.
std::string messageText(const Message& message, const Wording& wording = {});

/// Alternatives, one after another: "batch 8; or hardware h200".
Message alternatives(const std::vector<Message>& messages);
std::string alternativesText(const std::vector<Message>& messages, const Wording& wording = {});

} // namespace strata
