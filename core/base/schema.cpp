// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/schema.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

namespace strata {
namespace {

using Type = Field::Type;

/// Where the check stands; grows on the way down.
struct Place {
    std::string pointer;
    std::string name; ///< as sentences call it: "entries", "keeps[0]"
    std::string_view file;

    Place member(const std::string& key) const { return {pointer + "/" + pointerStep(key), key, file}; }
    Place element(std::size_t i) const {
        const std::string index = std::to_string(i);
        return {pointer + "/" + index, name + "[" + index + "]", file};
    }
    Error error(std::string code, std::string text, std::string expected) const {
        return {std::move(code), pointer, std::move(text), std::move(expected), std::string(file)};
    }
};

std::string plain(double value) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value);
    std::string digits(text.data(), end.ptr);
    std::erase(digits, '+');
    return digits;
}

std::string inQuotes(std::string_view text) { return "\"" + std::string(text) + "\""; }

/// The value as sentences show it, cut where it is long.
std::string shown(const Json& value) {
    constexpr std::size_t kLongest = 60;
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    std::string text = canonicalText(value);
    if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
    return text;
}

std::string rangeText(const Field& field) {
    const bool low = std::isfinite(field.minimum);
    const bool high = std::isfinite(field.maximum);
    std::string text;
    if (low && high) {
        text = plain(field.minimum) + " to " + plain(field.maximum);
    } else if (low) {
        text = "at least " + plain(field.minimum);
    } else if (high) {
        text = "at most " + plain(field.maximum);
    }
    if (!text.empty() && !field.unit.empty() && field.unit != "1") text += " " + field.unit;
    return text;
}

std::string listed(const std::vector<std::string>& words) {
    return std::accumulate(
        words.begin(), words.end(), std::string(),
        [](const std::string& text, const std::string& w) { return text.empty() ? w : text + ", " + w; });
}

std::string numberText(const Field& field, std::string_view what) {
    std::string text(what);
    if (!field.unit.empty() && field.unit != "1") text += " in " + field.unit + ", without the unit";
    const std::string range = rangeText(field);
    return range.empty() ? text : text + ", " + range;
}

std::string acceptedType(const Field& field, Type type) {
    switch (type) {
    case Type::Number: return numberText(field, "a plain number");
    case Type::Integer: return numberText(field, "a whole number");
    case Type::Text: return "a text";
    case Type::Choice: return "one of " + listed(field.choices);
    case Type::Flag: return "true or false";
    case Type::Object: return "an object";
    case Type::List: return "a list";
    case Type::Map: return "an object of named entries";
    case Type::Any: return "anything";
    }
    return {};
}

bool fits(const Json& value, Type type) {
    switch (type) {
    case Type::Number: return value.is_number();
    case Type::Integer:
        return value.is_number_integer() ||
               (value.is_number_float() && std::trunc(value.get<double>()) == value.get<double>());
    case Type::Text:
    case Type::Choice: return value.is_string();
    case Type::Flag: return value.is_boolean();
    case Type::Object:
    case Type::Map: return value.is_object();
    case Type::List: return value.is_array();
    case Type::Any: return true;
    }
    return false;
}

std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i);
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
        }
    }
    return row.back();
}

std::string keysText(const ObjectSchema& schema, std::string_view wrong) {
    std::vector<std::string> keys;
    for (const Field& field : schema.fields)
        keys.push_back(field.key);
    if (schema.sourced && schema.find("source") == nullptr) keys.emplace_back("source");
    const std::string nearest = nearestWord(wrong, keys);
    return (nearest.empty() ? "" : inQuotes(nearest) + " (nearest), all: ") + listed(keys);
}

Result<void> checkObject(const Json& value, const ObjectSchema& schema, const Place& place);

Result<void> checkFinite(const Json& value, const Place& place) {
    if (value.is_number_float() && !std::isfinite(value.get<double>())) {
        return place.error("bad-value", place.name + " is not a finite number", "a finite number");
    }
    if (value.is_object()) {
        for (const auto& [key, member] : value.items()) {
            if (auto checked = checkFinite(member, place.member(key)); !checked) return checked;
        }
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (auto checked = checkFinite(value[i], place.element(i)); !checked) return checked;
        }
    }
    return {};
}

Result<void> checkNumber(const Json& value, const Field& field, const Place& place) {
    if (auto finite = checkFinite(value, place); !finite) return finite;
    const double number = value.get<double>();
    if (number >= field.minimum && number <= field.maximum) return {};
    return place.error("out-of-range", place.name + " is " + shown(value), rangeText(field));
}

Result<void> checkField(const Json& value, const Field& field, const Place& place);

Result<void> checkElement(const Json& value, const Field& field, const Place& place) {
    if (field.element) return checkField(value, *field.element, place);
    if (!field.object) return checkFinite(value, place);
    return checkObject(value, *field.object, place);
}

Result<void> checkList(const Json& value, const Field& field, const Place& place) {
    if (value.size() < field.minimum_items) {
        return place.error("bad-value", place.name + " has " + std::to_string(value.size()) + " entries",
                           "at least " + std::to_string(field.minimum_items));
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (auto checked = checkElement(value[i], field, place.element(i)); !checked) return checked;
    }
    return {};
}

Result<void> checkMap(const Json& value, const Field& field, const Place& place) {
    for (const auto& [key, element] : value.items()) {
        if (auto checked = checkElement(element, field, place.member(key)); !checked) return checked;
    }
    return {};
}

Result<void> checkAs(const Json& value, const Field& field, Type type, const Place& place) {
    switch (type) {
    case Type::Number:
    case Type::Integer: return checkNumber(value, field, place);
    case Type::Choice:
        if (std::ranges::count(field.also, Type::Text) == 0 &&
            std::find(field.choices.begin(), field.choices.end(), value.get_ref<const std::string&>()) ==
                field.choices.end()) {
            return place.error("bad-value", place.name + " is " + shown(value), acceptedType(field, type));
        }
        return {};
    case Type::Object: return field.object ? checkObject(value, *field.object, place) : checkFinite(value, place);
    case Type::List: return checkList(value, field, place);
    case Type::Map: return checkMap(value, field, place);
    case Type::Any: return checkFinite(value, place);
    case Type::Text:
    case Type::Flag: return {};
    }
    return {};
}

Result<void> checkField(const Json& value, const Field& field, const Place& place) {
    if (fits(value, field.type)) return checkAs(value, field, field.type, place);
    for (const Type other : field.also) {
        if (fits(value, other)) return checkAs(value, field, other, place);
    }
    return place.error("wrong-type", place.name + " is " + shown(value), acceptedText(field));
}

Result<void> checkSource(const Json& value, const ObjectSchema& schema, const Place& place) {
    const Place source = place.member("source");
    const auto found = value.find("source");
    if (found == value.end()) {
        return place.error("missing", "source is missing: every fact says where it comes from",
                           "a text, or an object from member to text with \"*\" for the rest");
    }
    const auto says = [](const Json& text) { return text.is_string() && !text.get_ref<const std::string&>().empty(); };
    if (says(*found)) return {};
    if (!found->is_object() || found->empty()) {
        return source.error("wrong-type", "source is " + shown(*found), "a text or an object from member to text");
    }
    for (const auto& [key, text] : found->items()) {
        if (key != "*" && schema.find(key) == nullptr) {
            return source.member(key).error("unknown-key", "source names " + inQuotes(key) + ", which is no member",
                                            keysText(schema, key));
        }
        if (!says(text)) return source.member(key).error("wrong-type", key + " is " + shown(text), "a text");
    }
    return {};
}

Result<void> checkObject(const Json& value, const ObjectSchema& schema, const Place& place) {
    if (!value.is_object()) {
        const std::string name = place.name.empty() ? "the document" : place.name;
        return place.error("wrong-type", name + " is " + shown(value), "an object");
    }
    for (const auto& [key, member] : value.items()) {
        const Field* field = schema.find(key);
        if (field == nullptr && !(schema.sourced && key == "source")) {
            return place.member(key).error("unknown-key", "unknown key " + inQuotes(key), keysText(schema, key));
        }
    }
    for (const Field& field : schema.fields) {
        const auto member = value.find(field.key);
        if (member != value.end()) {
            if (auto checked = checkField(*member, field, place.member(field.key)); !checked) return checked;
        } else if (field.required) {
            return place.error("missing", field.key + " is missing",
                               field.key + ": " + acceptedType(field, field.type));
        }
    }
    return schema.sourced ? checkSource(value, schema, place) : Result<void>{};
}

} // namespace

std::string acceptedText(const Field& field) {
    std::string accepted = acceptedType(field, field.type);
    for (const Type other : field.also)
        accepted += ", or " + acceptedType(field, other);
    return accepted;
}

std::string nearestWord(std::string_view wrong, const std::vector<std::string>& words) {
    std::string nearest;
    std::size_t best = std::max<std::size_t>(2, wrong.size() / 3) + 1;
    for (const std::string& word : words) {
        const std::size_t distance = editDistance(wrong.substr(0, 100), word);
        if (distance < best) {
            best = distance;
            nearest = word;
        }
    }
    return nearest;
}

Result<void> validate(const Json& document, const ObjectSchema& schema, std::string_view pointer,
                      std::string_view file) {
    const std::string start(pointer);
    const std::string name = start.empty() ? "" : start.substr(start.rfind('/') + 1);
    return checkObject(document, schema, Place{start, name, file});
}

} // namespace strata
