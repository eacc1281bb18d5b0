// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/schema.h"

#include "core/base/quantity.h"

#include <algorithm>

namespace strata {

const Field* ObjectSchema::find(std::string_view key) const {
    const auto found = std::find_if(fields.begin(), fields.end(), [key](const Field& f) { return f.key == key; });
    return found == fields.end() ? nullptr : &*found;
}

Field Field::within(double low, double high) const {
    Field changed = *this;
    changed.minimum = low;
    changed.maximum = high;
    return changed;
}

Field Field::needed() const {
    Field changed = *this;
    changed.required = true;
    return changed;
}

Field Field::draggable(Scale steps) const {
    Field changed = *this;
    changed.parameter = true;
    changed.scale = steps;
    return changed;
}

Field Field::atLeast(std::size_t items) const {
    Field changed = *this;
    changed.minimum_items = items;
    return changed;
}

Field Field::orType(Type type_too) const {
    Field changed = *this;
    changed.also.push_back(type_too);
    return changed;
}

Field Field::byDefault(int value) const { return byDefault(static_cast<double>(value)); }

Field Field::byDefault(double value) const {
    Field changed = *this;
    changed.fallback.value = value;
    return changed;
}

Field Field::byDefault(bool value) const {
    Field changed = *this;
    changed.fallback.value = value;
    return changed;
}

Field Field::byDefault(const char* value) const {
    Field changed = *this;
    changed.fallback.value = std::string(value);
    return changed;
}

Field Field::byRule(const char* rule) const {
    Field changed = *this;
    changed.fallback.rule = rule;
    return changed;
}

namespace {

/// "60.00 s" -> "60 s": a default is exact, so that zeros behind its point say nothing.
std::string withoutZeros(std::string text) {
    const std::size_t point = text.find('.');
    if (point == std::string::npos) return text;
    const std::size_t end = std::min(text.find_first_not_of("0123456789", point + 1), text.size());
    std::size_t last = end;
    while (text[last - 1] == '0')
        --last;
    if (last - 1 == point) --last;
    return text.erase(last, end - last);
}

} // namespace

std::string defaultText(const Field& field) {
    const Default& fallback = field.fallback;
    if (const auto* word = std::get_if<std::string>(&fallback.value)) return *word;
    if (const auto* flag = std::get_if<bool>(&fallback.value)) return *flag ? "true" : "false";
    const auto* number = std::get_if<double>(&fallback.value);
    if (number == nullptr) return fallback.rule;
    const bool counts = field.unit.empty() || field.unit == "token" || field.unit == "bit" || field.unit == "px";
    if (counts) return formatCount(*number) + (field.unit.empty() ? "" : " " + field.unit);
    return withoutZeros(formatQuantity(*number, field.unit, 4));
}

namespace field {
namespace {

Field make(Field::Type type, std::string key, std::string title, std::string help) {
    Field made;
    made.key = std::move(key);
    made.type = type;
    made.title = std::move(title);
    made.help = std::move(help);
    return made;
}

} // namespace

Field number(std::string key, std::string title, std::string unit, std::string help) {
    Field made = make(Field::Type::Number, std::move(key), std::move(title), std::move(help));
    made.unit = std::move(unit);
    return made;
}

Field integer(std::string key, std::string title, std::string unit, std::string help) {
    Field made = number(std::move(key), std::move(title), std::move(unit), std::move(help));
    made.type = Field::Type::Integer;
    return made;
}

Field text(std::string key, std::string title, std::string help) {
    return make(Field::Type::Text, std::move(key), std::move(title), std::move(help));
}

Field choice(std::string key, std::string title, std::vector<std::string> choices, std::string help) {
    Field made = make(Field::Type::Choice, std::move(key), std::move(title), std::move(help));
    made.choices = std::move(choices);
    return made;
}

Field flag(std::string key, std::string title, std::string help) {
    return make(Field::Type::Flag, std::move(key), std::move(title), std::move(help));
}

Field any(std::string key, std::string title, std::string help) {
    return make(Field::Type::Any, std::move(key), std::move(title), std::move(help));
}

Field object(std::string key, std::string title, ObjectSchema members, std::string help) {
    Field made = make(Field::Type::Object, std::move(key), std::move(title), std::move(help));
    made.object = std::make_shared<const ObjectSchema>(std::move(members));
    return made;
}

Field list(std::string key, std::string title, ObjectSchema element, std::string help) {
    Field made = object(std::move(key), std::move(title), std::move(element), std::move(help));
    made.type = Field::Type::List;
    return made;
}

Field list(std::string key, std::string title, Field element, std::string help) {
    Field made = make(Field::Type::List, std::move(key), std::move(title), std::move(help));
    made.element = std::make_shared<const Field>(std::move(element));
    return made;
}

Field map(std::string key, std::string title, ObjectSchema element, std::string help) {
    Field made = object(std::move(key), std::move(title), std::move(element), std::move(help));
    made.type = Field::Type::Map;
    return made;
}

Field map(std::string key, std::string title, Field element, std::string help) {
    Field made = list(std::move(key), std::move(title), std::move(element), std::move(help));
    made.type = Field::Type::Map;
    return made;
}

} // namespace field
} // namespace strata
