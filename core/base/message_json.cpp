// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_json.h"

#include <limits>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using Json = nlohmann::json;

Json valueJson(const std::string& word) { return word; }
Json valueJson(double count) { return count; }
Json valueJson(const Amount& amount) { return {{"value", amount.value}, {"unit", amount.unit}}; }

Json valueJson(const std::vector<Message>& messages) {
    Json list = Json::array();
    for (const Message& message : messages)
        list.push_back(toJson(message));
    return list;
}

const Json& memberOf(const Json& object, const char* key) {
    static const Json kNothing;
    const auto found = object.find(key);
    return found == object.end() ? kNothing : *found;
}

double readNumber(const Json& value) {
    return value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
}

std::string readWord(const Json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

Argument readArgument(const std::string& name, const Json& value) {
    if (value.is_string()) return {name, value.get<std::string>()};
    if (value.is_object())
        return {name, Amount{readNumber(memberOf(value, "value")), readWord(memberOf(value, "unit"))}};
    if (!value.is_array()) return {name, readNumber(value)};
    std::vector<Message> messages;
    for (const Json& message : value)
        messages.push_back(messageFromJson(message));
    return {name, std::move(messages)};
}

} // namespace

Json toJson(const Message& message) {
    Json arguments = Json::object();
    for (const Argument& argument : message.arguments)
        arguments[argument.name] = std::visit([](const auto& value) { return valueJson(value); }, argument.value);
    return {{"id", message.id}, {"arguments", std::move(arguments)}};
}

Message messageFromJson(const Json& document) {
    if (!document.is_object()) return {};
    Message message{readWord(memberOf(document, "id"))};
    const Json& arguments = memberOf(document, "arguments");
    if (!arguments.is_object()) return message;
    for (const auto& [name, value] : arguments.items())
        message.arguments.push_back(readArgument(name, value));
    return message;
}

} // namespace strata
