// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/structure_edits.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

namespace strata {
namespace {

Error nothingThere(std::string_view pointer) {
    return {"bad-pointer", std::string(pointer), {"error.nothing-can-be-changed-there"}, {"accepted.part-entry"}, {}};
}

/// The value at a pointer of a document that may be changed.
Json* valueAt(Json& document, std::string_view pointer) {
    return const_cast<Json*>(findPointer(document, pointer)); // the document itself is not const
}

std::string_view parentOf(std::string_view pointer) {
    const auto slash = pointer.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : pointer.substr(0, slash);
}

/// The schema of the object that stands at a pointer; nullptr where none rules it.
const ObjectSchema* objectAt(const ObjectSchema& schema, std::string_view pointer) {
    if (pointer.empty()) return &schema;
    const Field* field = fieldAt(schema, pointer);
    return field == nullptr ? nullptr : field->object.get();
}

/// Place of an element in its list; nothing for a member of an object.
std::optional<std::size_t> indexOf(const Json& document, std::string_view pointer) {
    const Json* parent = pointer.empty() ? nullptr : findPointer(document, parentOf(pointer));
    if (parent == nullptr || !parent->is_array()) return std::nullopt;
    const std::string_view step = pointer.substr(parentOf(pointer).size() + 1);
    std::size_t index = 0;
    const auto [end, failure] = std::from_chars(step.data(), step.data() + step.size(), index);
    if (failure != std::errc() || end != step.data() + step.size() || index >= parent->size()) return std::nullopt;
    return index;
}

Json startObject(const ObjectSchema& schema);

Json startNumber(const Field& field) {
    const double least = std::isfinite(field.minimum) ? field.minimum : 0.0;
    const double value = std::min(std::max(least, 1.0), field.maximum);
    if (field.type == Field::Type::Integer) return static_cast<std::int64_t>(std::ceil(value));
    return value;
}

Json startValue(const Field& field) {
    if (const auto* flag = std::get_if<bool>(&field.fallback.value)) return *flag;
    if (const auto* text = std::get_if<std::string>(&field.fallback.value)) return *text;
    if (const auto* number = std::get_if<double>(&field.fallback.value)) {
        if (field.type == Field::Type::Integer) return static_cast<std::int64_t>(*number);
        return *number;
    }
    switch (field.type) {
    case Field::Type::Number:
    case Field::Type::Integer: return startNumber(field);
    case Field::Type::Text: return "";
    case Field::Type::Choice: return field.choices.empty() ? Json("") : Json(field.choices.front());
    case Field::Type::Flag: return false;
    case Field::Type::Object: return field.object ? startObject(*field.object) : Json::object();
    case Field::Type::Map: return Json::object();
    case Field::Type::Any: return nullptr;
    case Field::Type::List: break;
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < field.minimum_items; ++i)
        list.push_back(field.object ? startObject(*field.object) : startValue(*field.element));
    return list;
}

Json startObject(const ObjectSchema& schema) {
    Json object = Json::object();
    for (const Field& field : schema.fields)
        if (field.required) object[field.key] = startValue(field);
    return object;
}

/// "buffer" -> "buffer-2" where the list has a "buffer" already.
void nameApart(Json& element, const Json& list) {
    for (const char* key : {"name", "id"}) {
        const auto found = element.is_object() ? element.find(key) : element.end();
        if (found == element.end() || !found->is_string()) continue;
        const std::string stem = found->get<std::string>();
        const auto taken = [&](const std::string& wanted) {
            return std::ranges::any_of(list, [&](const Json& other) {
                return other.is_object() && other.contains(key) && other[key] == wanted;
            });
        };
        std::string wanted = stem;
        for (int number = 2; taken(wanted); ++number)
            wanted = stem + "-" + std::to_string(number);
        *found = wanted;
    }
}

} // namespace

std::vector<const Field*> absentMembers(const Json& document, const ObjectSchema& schema, std::string_view pointer) {
    std::vector<const Field*> absent;
    const Json* object = findPointer(document, pointer);
    const ObjectSchema* rules = objectAt(schema, pointer);
    if (object == nullptr || rules == nullptr || !object->is_object()) return absent;
    for (const Field& field : rules->fields)
        if (!object->contains(field.key)) absent.push_back(&field);
    return absent;
}

bool isRemovable(const Json& document, const ObjectSchema& schema, std::string_view pointer) {
    if (pointer.empty() || findPointer(document, pointer) == nullptr) return false;
    const std::string_view parent = parentOf(pointer);
    if (indexOf(document, pointer)) {
        const Field* list = fieldAt(schema, parent);
        return list != nullptr && findPointer(document, parent)->size() > list->minimum_items;
    }
    const ObjectSchema* rules = objectAt(schema, parent);
    const Field* field = rules == nullptr ? nullptr : rules->find(pointer.substr(parent.size() + 1));
    return field != nullptr && !field->required;
}

Result<Json> withMember(const Json& document, const ObjectSchema& schema, std::string_view pointer,
                        std::string_view key) {
    Json changed = document;
    Json* object = valueAt(changed, pointer);
    const ObjectSchema* rules = objectAt(schema, pointer);
    if (object == nullptr || rules == nullptr || !object->is_object()) return nothingThere(pointer);
    const Field* field = rules->find(key);
    if (field == nullptr)
        return Error{"unknown-key", std::string(pointer), {"error.there-no-member", {{"key", key}}}, {}, {}};
    (*object)[std::string(key)] = startValue(*field);
    return changed;
}

Result<Json> withElement(const Json& document, const ObjectSchema& schema, std::string_view pointer) {
    Json changed = document;
    Json* list = valueAt(changed, pointer);
    const Field* field = fieldAt(schema, pointer);
    if (list == nullptr || field == nullptr || !list->is_array()) return nothingThere(pointer);
    Json element;
    if (!list->empty())
        element = list->back();
    else
        element = field->object ? startObject(*field->object) : startValue(*field->element);
    nameApart(element, *list);
    list->push_back(std::move(element));
    return changed;
}

Result<Json> withCopy(const Json& document, std::string_view pointer) {
    const auto index = indexOf(document, pointer);
    if (!index) return nothingThere(pointer);
    Json changed = document;
    Json& list = *valueAt(changed, parentOf(pointer));
    Json element = list[*index];
    nameApart(element, list);
    list.insert(list.begin() + static_cast<std::ptrdiff_t>(*index) + 1, std::move(element));
    return changed;
}

Result<Json> withoutPart(const Json& document, std::string_view pointer) {
    Json changed = document;
    if (const auto index = indexOf(document, pointer)) {
        valueAt(changed, parentOf(pointer))->erase(*index);
        return changed;
    }
    if (pointer.empty() || findPointer(changed, pointer) == nullptr) return nothingThere(pointer);
    removePointer(changed, pointer);
    return changed;
}

Result<Json> withMoved(const Json& document, std::string_view pointer, int places) {
    const auto index = indexOf(document, pointer);
    if (!index) return nothingThere(pointer);
    Json changed = document;
    Json& list = *valueAt(changed, parentOf(pointer));
    const auto last = static_cast<std::ptrdiff_t>(list.size()) - 1;
    const auto to = std::clamp<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*index) + places, 0, last);
    Json element = std::move(list[*index]);
    list.erase(*index);
    list.insert(list.begin() + to, std::move(element));
    return changed;
}

Result<Json> typedValue(const ObjectSchema& schema, std::string_view pointer, const std::string& text) {
    const Field* field = fieldAt(schema, pointer);
    const bool words = field != nullptr && (field->type == Field::Type::Text || field->type == Field::Type::Choice);
    if (words) return Json(text);
    auto value = parseJson(text);
    if (value) return value;
    return Error{"bad-value",
                 std::string(pointer),
                 {"error.cannot-be-read", {{"value", text}}},
                 field == nullptr ? Message{"accepted.json-value"} : accepted(*field),
                 {}};
}

} // namespace strata
