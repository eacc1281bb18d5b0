// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/options.h"

#include "core/base/schema.h"

#include <algorithm>
#include <charconv>

namespace strata::cli {
namespace {

Error unknownOption(const std::string& name, std::span<const Option> options) {
    std::vector<std::string> known;
    for (const Option& option : options)
        known.emplace_back(option.name);
    std::string all;
    for (const std::string& option : known)
        all += (all.empty() ? "" : ", ") + option;
    const std::string nearest = nearestWord(name, known);
    return badArgument({"error.there-no-option", {{"name", name}}},
                       nearest.empty() ? all.empty() ? Message{"accepted.no-options"} : verbatim(all)
                       : all.empty() ? Message{"accepted.nearest-all-no-options", {{"nearest", nearest}}}
                                       : Message{"accepted.nearest-plain", {{"nearest", nearest}, {"all", all}}});
}

} // namespace

std::string helpText(const Option& option) {
    std::string text(option.help);
    if (!option.fallback.empty()) text += " Default: " + std::string(option.fallback) + ".";
    return text;
}

Error badArgument(Message text, Message expected) {
    return {"bad-argument", "", std::move(text), std::move(expected), {}};
}

Result<Arguments> Arguments::parse(std::span<const std::string> words, std::span<const Option> options) {
    Arguments arguments;
    bool only_positional = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (only_positional || word == "-" || !word.starts_with("-")) {
            arguments.positional_.push_back(word);
            continue;
        }
        if (word == "--") {
            only_positional = true;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const auto option =
            std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
        if (option == options.end()) return unknownOption(name, options);
        auto& values = arguments.values_[name];
        if (!values.empty() && !option->repeated)
            return badArgument({"error.stands-twice", {{"name", name}}}, {"accepted.once", {{"name", name}}});
        if (option->value.empty()) {
            if (equals != std::string::npos)
                return badArgument({"error.takes-no-value", {{"name", name}}}, verbatim(name));
            values.emplace_back();
        } else if (equals != std::string::npos) {
            values.push_back(word.substr(equals + 1));
        } else if (++i < words.size()) {
            values.push_back(words[i]);
        } else {
            return badArgument({"error.has-no-value", {{"name", name}}},
                               {"accepted.option-with-value", {{"name", name}, {"value", option->value}}});
        }
    }
    return arguments;
}

std::optional<std::string> Arguments::value(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::nullopt : std::optional(found->second.front());
}

std::vector<std::string> Arguments::values(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::vector<std::string>() : found->second;
}

Result<unsigned> Arguments::count(std::string_view name, unsigned absent) const {
    const auto text = value(name);
    if (!text) return absent;
    unsigned number = 0;
    const auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), number);
    constexpr unsigned kMost = 1024;
    if (status != std::errc{} || end != text->data() + text->size() || number < 1 || number > kMost) {
        return badArgument({"error.field-is-word", {{"field", name}, {"value", *text}}},
                           {"accepted.whole-from-1", {{"most", kMost}}});
    }
    return number;
}

} // namespace strata::cli
