// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message.h"

#include <algorithm>

namespace strata {

Argument::Argument(std::string place, Message message)
    : name(std::move(place)), value(std::vector<Message>{std::move(message)}) {}

Argument::Argument(std::string place, std::vector<Message> messages)
    : name(std::move(place)), value(std::move(messages)) {}

const Argument::Value* Message::find(std::string_view name) const {
    const auto found = std::find_if(arguments.begin(), arguments.end(),
                                    [name](const Argument& argument) { return argument.name == name; });
    return found == arguments.end() ? nullptr : &found->value;
}

bool operator==(const Argument& a, const Argument& b) { return a.name == b.name && a.value == b.value; }

bool operator==(const Message& a, const Message& b) {
    return a.id == b.id &&
           std::is_permutation(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end());
}

Message term(std::string_view word) { return {"term." + std::string(word)}; }

Message verbatim(std::string text) {
    if (text.empty()) return {};
    return {"verbatim", {{"text", std::move(text)}}};
}

} // namespace strata
