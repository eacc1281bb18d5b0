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
    Error error(std::string code, Message text, Message expected) const {
        return {std::move(code), pointer, std::move(text), std::move(expected), std::string(file)};
    }
};

/// The value as sentences show it, cut where it is long.
Argument shown(const Json& value) {
    constexpr std::size_t kLongest = 60;
    if (value.is_object()) return {"value", Message{"accepted.object"}};
    if (value.is_array()) return {"value", Message{"accepted.list"}};
    if (value.is_number()) return {"value", value.get<double>()};
    std::string text = canonicalText(value);
    if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
    return {"value", std::move(text)};
}

/// "tp is 3".
Message fieldIs(std::string_view name, const Json& value) {
    return {"error.field-is", {{"field", name}, shown(value)}};
}

Message acceptedRange(const Field& field) {
    const bool low = std::isfinite(field.minimum);
    const bool high = std::isfinite(field.maximum);
    const std::string unit = field.unit.empty() || field.unit == "1" ? std::string() : " " + field.unit;
    if (low && high) return {"accepted.range", {{"least", field.minimum}, {"most", field.maximum}, {"unit", unit}}};
    if (low) return {"accepted.range-from", {{"least", field.minimum}, {"unit", unit}}};
    if (high) return {"accepted.range-to", {{"most", field.maximum}, {"unit", unit}}};
    return {};
}

std::string listed(const std::vector<std::string>& words) {
    return std::accumulate(
        words.begin(), words.end(), std::string(),
        [](const std::string& text, const std::string& w) { return text.empty() ? w : text + ", " + w; });
}

/// "a whole number in B/s, without the unit, at least 1".
Message acceptedNumber(const Field& field, const char* kind) {
    std::vector<Message> conditions;
    if (!field.unit.empty() && field.unit != "1") conditions.push_back({"accepted.in-unit", {{"unit", field.unit}}});
    if (Message range = acceptedRange(field); !range.empty())
        conditions.push_back({"accepted.in-range", {{"range", std::move(range)}}});
    return {kind, {{"conditions", std::move(conditions)}}};
}

Message acceptedType(const Field& field, Type type) {
    switch (type) {
    case Type::Number: return acceptedNumber(field, "accepted.plain-number");
    case Type::Integer: return acceptedNumber(field, "accepted.whole-number");
    case Type::Text: return {"accepted.text"};
    case Type::Choice: return {"accepted.one-of", {{"words", listed(field.choices)}}};
    case Type::Flag: return {"accepted.flag"};
    case Type::Object: return {"accepted.object"};
    case Type::List: return {"accepted.list"};
    case Type::Map: return {"accepted.map"};
    case Type::Any: return {"accepted.anything"};
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

Message acceptedKeys(const ObjectSchema& schema, std::string_view wrong) {
    std::vector<std::string> keys;
    for (const Field& field : schema.fields)
        keys.push_back(field.key);
    if (schema.sourced && schema.find("source") == nullptr) keys.emplace_back("source");
    const std::string nearest = nearestWord(wrong, keys);
    if (nearest.empty()) return verbatim(listed(keys));
    return {"accepted.nearest", {{"nearest", nearest}, {"all", listed(keys)}}};
}

Result<void> checkObject(const Json& value, const ObjectSchema& schema, const Place& place);

Result<void> checkFinite(const Json& value, const Place& place) {
    if (value.is_number_float() && !std::isfinite(value.get<double>())) {
        return place.error("bad-value", {"error.field-not-finite", {{"field", place.name}}},
                           {"accepted.finite-number"});
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
    return place.error("out-of-range", fieldIs(place.name, value), acceptedRange(field));
}

Result<void> checkField(const Json& value, const Field& field, const Place& place);

Result<void> checkElement(const Json& value, const Field& field, const Place& place) {
    if (field.element) return checkField(value, *field.element, place);
    if (!field.object) return checkFinite(value, place);
    return checkObject(value, *field.object, place);
}

Result<void> checkList(const Json& value, const Field& field, const Place& place) {
    if (value.size() < field.minimum_items) {
        return place.error("bad-value", {"error.field-entries", {{"field", place.name}, {"count", value.size()}}},
                           {"accepted.at-least", {{"least", field.minimum_items}}});
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
            return place.error("bad-value", fieldIs(place.name, value), acceptedType(field, type));
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
    return place.error("wrong-type", fieldIs(place.name, value), accepted(field));
}

Result<void> checkSource(const Json& value, const ObjectSchema& schema, const Place& place) {
    const Place source = place.member("source");
    const auto found = value.find("source");
    if (found == value.end()) {
        return place.error("missing", {"error.source-missing"}, {"accepted.source"});
    }
    const auto says = [](const Json& text) { return text.is_string() && !text.get_ref<const std::string&>().empty(); };
    if (says(*found)) return {};
    if (!found->is_object() || found->empty()) {
        return source.error("wrong-type", fieldIs("source", *found), {"accepted.source"});
    }
    for (const auto& [key, text] : found->items()) {
        if (key != "*" && schema.find(key) == nullptr) {
            return source.member(key).error("unknown-key", {"error.source-names-no-member", {{"key", key}}},
                                            acceptedKeys(schema, key));
        }
        if (!says(text)) return source.member(key).error("wrong-type", fieldIs(key, text), {"accepted.text"});
    }
    return {};
}

Result<void> checkObject(const Json& value, const ObjectSchema& schema, const Place& place) {
    if (!value.is_object()) {
        Message text = place.name.empty() ? Message{"error.document-is", {shown(value)}} : fieldIs(place.name, value);
        return place.error("wrong-type", std::move(text), {"accepted.object"});
    }
    for (const auto& [key, member] : value.items()) {
        const Field* field = schema.find(key);
        if (field == nullptr && !(schema.sourced && key == "source")) {
            return place.member(key).error("unknown-key", {"error.unknown-key", {{"key", key}}},
                                           acceptedKeys(schema, key));
        }
    }
    for (const Field& field : schema.fields) {
        const auto member = value.find(field.key);
        if (member != value.end()) {
            if (auto checked = checkField(*member, field, place.member(field.key)); !checked) return checked;
        } else if (field.required) {
            return place.error(
                "missing", {"error.field-missing", {{"field", field.key}}},
                {"accepted.field", {{"field", field.key}, {"accepted", acceptedType(field, field.type)}}});
        }
    }
    return schema.sourced ? checkSource(value, schema, place) : Result<void>{};
}

} // namespace

Message accepted(const Field& field) {
    Message all = acceptedType(field, field.type);
    for (const Type other : field.also)
        all = {"accepted.either", {{"first", std::move(all)}, {"second", acceptedType(field, other)}}};
    return all;
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
