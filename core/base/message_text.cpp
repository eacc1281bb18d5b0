// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/message_text.h"

#include "core/base/message_catalogs.h"
#include "core/base/quantity.h"

#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using Catalog = std::map<std::string, std::string, std::less<>>;

constexpr std::array<std::string_view, 2> kLanguages{"en", "de"};

Catalog readCatalog(std::span<const std::string_view> files) {
    Catalog catalog;
    for (const std::string_view text : files)
        catalog.merge(nlohmann::json::parse(text).get<Catalog>());
    return catalog;
}

const std::string* findText(const Catalog& catalog, const std::string& id) {
    const auto found = catalog.find(id);
    return found == catalog.end() ? nullptr : &found->second;
}

/// The shortest digits that read back to the same number: "4096", "0.05", "1e12".
std::string typed(double value) {
    constexpr double kWithoutExponent = 1e7; // "1000000", but "1e12"
    std::array<char, 32> text{};
    const bool small = std::trunc(value) == value && std::abs(value) < kWithoutExponent;
    const auto end = small ? std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed)
                           : std::to_chars(text.data(), text.data() + text.size(), value);
    std::string digits(text.data(), end.ptr);
    std::erase(digits, '+');
    return digits;
}

class Renderer {
public:
    explicit Renderer(const Wording& wording) : wording_(wording), catalog_(messageCatalog(wording.language)) {}

    std::string text(const Message& message) const {
        if (message.empty()) return {};
        const std::string* pattern = findText(catalog_, message.id);
        constexpr std::string_view kTerm = "term.";
        if (pattern == nullptr) return message.id.substr(message.id.starts_with(kTerm) ? kTerm.size() : 0);
        return filled(*pattern, message);
    }

private:
    std::string filled(std::string_view pattern, const Message& message) const {
        std::string result;
        while (true) {
            const std::size_t open = pattern.find('{');
            const std::size_t close = pattern.find('}', open);
            result += pattern.substr(0, open);
            if (close == std::string_view::npos) return result;
            result += placeText(pattern.substr(open + 1, close - open - 1), message);
            pattern.remove_prefix(close + 1);
        }
    }

    std::string placeText(std::string_view place, const Message& message) const {
        const std::size_t name_end = place.find_first_of(":|");
        const Argument::Value* value = message.find(place.substr(0, name_end));
        if (value == nullptr) return "{" + std::string(place) + "}";
        const std::string_view form = name_end == std::string_view::npos ? "" : place.substr(name_end);
        if (form.starts_with('|')) return std::string(pluralForm(form.substr(1), *value));
        return std::visit([&](const auto& content) { return valueText(content, form); }, *value);
    }

    static std::string_view pluralForm(std::string_view forms, const Argument::Value& value) {
        const auto* count = std::get_if<double>(&value);
        const std::size_t middle = forms.find('|');
        return count != nullptr && *count == 1.0 ? forms.substr(0, middle) : forms.substr(middle + 1);
    }

    std::string valueText(const std::string& word, std::string_view) const {
        if (wording_.titles == nullptr) return word;
        const auto title = wording_.titles->find(word);
        return title == wording_.titles->end() ? word : title->second;
    }

    std::string valueText(double count, std::string_view form) const {
        return asWritten(form == ":=" ? typed(count) : formatCount(count));
    }

    std::string valueText(const Amount& amount, std::string_view form) const {
        constexpr int kDigits = 3;
        const bool exact = form == ":=";
        const int digits = form.size() == 2 && !exact ? form[1] - '0' : kDigits;
        return asWritten(exact ? formatExact(amount.value, amount.unit)
                               : formatQuantity(amount.value, amount.unit, digits));
    }

    std::string valueText(const std::vector<Message>& messages, std::string_view) const {
        std::string result;
        for (const Message& message : messages)
            result += text(message);
        return result;
    }

    /// The digits of "1,278.5 ms" as the reader writes them.
    std::string asWritten(std::string number) const {
        if (wording_.decimal == "." && wording_.group == ",") return number;
        std::string result;
        for (const char c : number) {
            if (c == '.')
                result += wording_.decimal;
            else if (c == ',')
                result += wording_.group;
            else
                result += c;
        }
        return result;
    }

    const Wording& wording_;
    const Catalog& catalog_;
};

} // namespace

std::span<const std::string_view> messageLanguages() { return kLanguages; }

const std::map<std::string, std::string, std::less<>>& messageCatalog(std::string_view language) {
    if (language == "de") {
        static const Catalog kGerman = readCatalog(germanMessages());
        return kGerman;
    }
    static const Catalog kEnglish = readCatalog(englishMessages());
    return kEnglish;
}

std::string messageText(const Message& message, const Wording& wording) { return Renderer(wording).text(message); }

Message alternatives(const std::vector<Message>& messages) {
    Message all;
    for (const Message& message : messages) {
        if (message.empty()) continue;
        all = all.empty() ? message : Message{"alternatives", {{"first", std::move(all)}, {"second", message}}};
    }
    return all;
}

std::string alternativesText(const std::vector<Message>& messages, const Wording& wording) {
    return messageText(alternatives(messages), wording);
}

} // namespace strata
