// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/schema.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

using Type = Field::Type;

std::string_view jsonType(Type type) {
    switch (type) {
    case Type::Number: return "number";
    case Type::Integer: return "integer";
    case Type::Text:
    case Type::Choice: return "string";
    case Type::Flag: return "boolean";
    case Type::Object:
    case Type::Map: return "object";
    case Type::List: return "array";
    case Type::Any: return "";
    }
    return "";
}

Json objectSchema(const ObjectSchema& schema);

/// The default as JSON Schema has it, or the rule in words, which it has no keyword for.
void addDefault(const Field& field, Json& made) {
    const Default& fallback = field.fallback;
    if (const auto* flag = std::get_if<bool>(&fallback.value)) made["default"] = *flag;
    if (const auto* word = std::get_if<std::string>(&fallback.value)) made["default"] = *word;
    if (const auto* number = std::get_if<double>(&fallback.value)) {
        const bool whole = field.type == Type::Integer;
        made["default"] = whole ? Json(static_cast<std::int64_t>(*number)) : Json(*number);
    }
    if (!fallback.rule.empty()) made["x-default"] = fallback.rule;
}

Json elementSchema(const Field& field);

Json fieldSchema(const Field& field) {
    Json made = Json::object();
    if (field.type != Type::Any) {
        made["type"] = jsonType(field.type);
        if (!field.also.empty()) {
            made["type"] = Json::array({jsonType(field.type)});
            for (const Type other : field.also) {
                const std::string_view type = jsonType(other);
                if (type != jsonType(field.type)) made["type"].push_back(type);
            }
        }
    }
    if (field.type == Type::Object && field.object) made.update(objectSchema(*field.object), true);
    if (field.type == Type::List) made["items"] = elementSchema(field);
    if (field.type == Type::Map) made["additionalProperties"] = elementSchema(field);
    // Where other words hold too, those that are known are examples.
    const bool open = std::find(field.also.begin(), field.also.end(), Type::Text) != field.also.end();
    if (field.type == Type::Choice) made[open ? "examples" : "enum"] = field.choices;
    if (field.minimum_items > 0) made["minItems"] = field.minimum_items;
    if (std::isfinite(field.minimum)) made["minimum"] = field.minimum;
    if (std::isfinite(field.maximum)) made["maximum"] = field.maximum;
    if (!field.title.empty()) made["title"] = field.title;
    if (!field.help.empty()) made["description"] = field.help;
    addDefault(field, made);
    if (!field.unit.empty()) made["x-unit"] = field.unit;
    if (field.scale != Scale::Linear) made["x-scale"] = field.scale == Scale::Log2 ? "log2" : "log10";
    return made;
}

Json elementSchema(const Field& field) {
    if (field.element) return fieldSchema(*field.element);
    return field.object ? objectSchema(*field.object) : Json(true);
}

Json sourceSchema() {
    const Json text = {{"type", "string"}, {"minLength", 1}};
    return {{"description", "Where the facts come from; an object names the source per member, \"*\" for the rest."},
            {"oneOf", Json::array({text, {{"type", "object"}, {"minProperties", 1}, {"additionalProperties", text}}})}};
}

Json objectSchema(const ObjectSchema& schema) {
    Json made = {{"type", "object"}, {"properties", Json::object()}, {"additionalProperties", false}};
    if (!schema.title.empty()) made["title"] = schema.title;
    Json required = Json::array();
    for (const Field& field : schema.fields) {
        made["properties"][field.key] = fieldSchema(field);
        if (field.required) required.push_back(field.key);
    }
    if (schema.sourced) {
        made["properties"]["source"] = sourceSchema();
        if (const Field* own = schema.find("source"); own == nullptr || !own->required) required.push_back("source");
    }
    if (!required.empty()) made["required"] = required;
    return made;
}

/// The next step of a pointer, taken off its front and unescaped.
std::string takeStep(std::string_view& pointer) {
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    std::string step(pointer.substr(0, end));
    pointer.remove_prefix(end);
    for (std::size_t at = step.find('~'); at != std::string::npos; at = step.find('~', at + 1)) {
        step.replace(at, 2, step.compare(at, 2, "~1") == 0 ? "/" : "~");
    }
    return step;
}

/// The text for a member of an object with a `source`, empty where it says none.
std::string sourceText(const Json& object, const std::string& member) {
    const auto source = object.find("source");
    if (source == object.end()) return {};
    if (source->is_string()) return source->get<std::string>();
    if (!source->is_object()) return {};
    for (const std::string& key : {member, std::string("*")}) {
        const auto text = source->find(key);
        if (text != source->end() && text->is_string()) return text->get<std::string>();
    }
    return {};
}

} // namespace

Json toJsonSchema(const ObjectSchema& schema) {
    Json made = objectSchema(schema);
    made["$schema"] = "https://json-schema.org/draft/2020-12/schema";
    if (!schema.name.empty()) made["$id"] = "urn:strata:schema:" + schema.name;
    return made;
}

const Field* fieldAt(const ObjectSchema& schema, std::string_view pointer) {
    const ObjectSchema* object = &schema;
    const Field* field = nullptr;
    bool inside = false; // the last step chose an element of `field`
    while (!pointer.empty()) {
        if (pointer.front() != '/') return nullptr;
        const std::string step = takeStep(pointer);
        const bool container = field != nullptr && (field->type == Type::List || field->type == Type::Map);
        if (container && !inside) {
            inside = field->object != nullptr;
            object = field->object.get();
            if (field->element) field = field->element.get();
            if (object == nullptr && field->type == Type::Object) object = field->object.get();
            continue;
        }
        field = object == nullptr ? nullptr : object->find(step);
        if (field == nullptr) return nullptr;
        inside = false;
        object = field->type == Type::Object ? field->object.get() : nullptr;
    }
    return field;
}

std::string sourceOf(const Json& document, std::string_view pointer) {
    if (!pointer.empty() && pointer.front() != '/') return {};
    std::string nearest;
    const Json* node = &document;
    while (node != nullptr) {
        std::string step = pointer.empty() ? std::string("*") : takeStep(pointer);
        if (node->is_object()) {
            if (std::string text = sourceText(*node, step); !text.empty()) nearest = std::move(text);
        }
        node = step == "*" ? nullptr : findPointer(*node, "/" + pointerStep(step));
    }
    return nearest;
}

} // namespace strata
