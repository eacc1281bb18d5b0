// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/line/options.h"

#include "core/base/schema.h"

#include <CLI/CLI.hpp>

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

bool isSwitch(const Option& option) { return option.value.empty(); }

const Option* find(std::span<const Option> options, std::string_view name) {
    const auto option = std::find_if(options.begin(), options.end(), [&](const Option& o) { return o.name == name; });
    return option == options.end() ? nullptr : &*option;
}

Error withoutValue(const Option& option) {
    return badArgument({"error.has-no-value", {{"name", option.name}}},
                       {"accepted.option-with-value", {{"name", option.name}, {"value", option.value}}});
}

/// `--name=`, which the library would read as `--name` with the next word behind it.
const Option* namedWithoutValue(std::span<const std::string> words, std::span<const Option> options) {
    for (const std::string& word : words) {
        if (!word.ends_with('=')) continue;
        const Option* option = find(options, std::string_view(word).substr(0, word.size() - 1));
        if (option && !isSwitch(*option)) return option;
    }
    return nullptr;
}

/// Why the library stopped: at a last word that is an option without its value, or at a switch with a value.
Error mismatch(std::span<const std::string> words, std::span<const Option> options, const CLI::ParseError& error) {
    const Option* last = words.empty() ? nullptr : find(options, words.back());
    if (last && !isSwitch(*last)) return withoutValue(*last);
    for (const std::string& word : words) {
        const Option* option = find(options, std::string_view(word).substr(0, word.find('=')));
        if (option && isSwitch(*option) && word != option->name)
            return badArgument({"error.takes-no-value", {{"name", option->name}}}, verbatim(std::string(option->name)));
    }
    return badArgument(verbatim(error.what()), {});
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
    CLI::App line;
    line.set_help_flag(); // commands answer --help before their words are read
    line.allow_extras();
    std::vector<const CLI::Option*> rows;
    for (const Option& option : options) {
        const std::string name(option.name);
        rows.push_back(isSwitch(option) ? line.add_flag(name)->disable_flag_override()->take_all()
                                        : line.add_option(name)->allow_extra_args(false)->take_all());
    }
    if (const Option* option = namedWithoutValue(words, options)) return withoutValue(*option);
    try {
        line.parse(std::vector<std::string>(words.rbegin(), words.rend()));
    } catch (const CLI::ParseError& error) {
        return mismatch(words, options, error);
    }
    Arguments arguments;
    for (std::size_t i = 0; i < options.size(); ++i) {
        const std::string name(options[i].name);
        if (rows[i]->count() > 1 && !options[i].repeated)
            return badArgument({"error.stands-twice", {{"name", name}}}, {"accepted.once", {{"name", name}}});
        if (rows[i]->count() > 0) arguments.values_[name] = rows[i]->results();
    }
    bool only_positional = false;
    for (const std::string& word : line.remaining()) {
        if (word == "--" && !only_positional)
            only_positional = true;
        else if (only_positional || word == "-" || !word.starts_with("-"))
            arguments.positional_.push_back(word);
        else
            return unknownOption(word.substr(0, word.find('=')), options);
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

Result<unsigned> Arguments::count(std::string_view name, unsigned absent, unsigned most) const {
    const auto text = value(name);
    if (!text) return absent;
    unsigned number = 0;
    const auto [end, status] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (status != std::errc{} || end != text->data() + text->size() || number < 1 || number > most) {
        return badArgument({"error.field-is-word", {{"field", name}, {"value", *text}}},
                           {"accepted.whole-from-1", {{"most", most}}});
    }
    return number;
}

} // namespace strata::cli
