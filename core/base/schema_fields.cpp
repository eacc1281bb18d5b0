// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/schema.h"

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
