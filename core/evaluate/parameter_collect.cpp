// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/parameter_collect.h"

#include "core/evaluate/kinds/hardware_query.h"
#include "core/hardware/gpu/gpu_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

// A slider spans this factor around the catalog's value: the whole range of a schema would leave no room to aim.
constexpr double kReach = 256.0;
constexpr double kLeastTop = 1024.0; // of whole numbers, which are often 1 in the catalog

void setRange(Parameter& parameter, const Field& field) {
    if (parameter.catalog_value == 0.0 && std::isfinite(field.minimum) && std::isfinite(field.maximum)) {
        parameter.minimum = field.minimum;
        parameter.maximum = field.maximum;
        return;
    }
    const double centre = std::max(std::abs(parameter.catalog_value), std::numeric_limits<double>::min());
    const double top = parameter.integer ? std::max(centre * kReach, kLeastTop) : centre * kReach;
    const double bottom = parameter.integer ? std::floor(centre / kReach) : centre / kReach;
    parameter.minimum = std::min(std::max(field.minimum, bottom), parameter.value);
    parameter.maximum = std::max(std::min(field.maximum, top), parameter.value);
}

bool isWord(const Field& field, const Json& value) {
    return field.type == Field::Type::Flag ? value.is_boolean()
                                           : field.type == Field::Type::Choice && value.is_string();
}

std::string wordOf(const Json& value) {
    return value.is_boolean() ? (value.get<bool>() ? "yes" : "no") : value.get<std::string>();
}

/// A word to choose. What the catalog has is chosen where the request says nothing.
Parameter makeChoice(const Field& field, const Ruled& ruled, const std::string& pointer, Parameter parameter) {
    parameter.flag = field.type == Field::Type::Flag;
    parameter.choices = parameter.flag ? std::vector<std::string>{"no", "yes"} : field.choices;
    parameter.chosen = wordOf(*findPointer(ruled.document, pointer));
    const Json* original = findPointer(ruled.original, pointer);
    parameter.catalog_choice = original != nullptr && isWord(field, *original) ? wordOf(*original) : parameter.chosen;
    return parameter;
}

/// What people call the thing that an object describes.
std::string groupName(const Json& object, const ObjectSchema& schema) {
    for (const char* key : {"title", "name"}) {
        if (const auto found = object.find(key); found != object.end() && found->is_string())
            return found->get<std::string>();
    }
    return schema.title;
}

/// The group of the object at `pointer`, called as its catalog entry is: a name that follows the values which differ
/// would change the panel's headings while one of those values is typed.
std::string groupNameAt(const std::string& pointer, const Json& object, const Ruled& ruled,
                        const ObjectSchema& schema) {
    const Json* const original = findPointer(ruled.original, pointer);
    return groupName(original != nullptr && original->is_object() ? *original : object, schema);
}

void collect(const ObjectSchema& schema, const Json& object, const Ruled& ruled, const std::string& pointer,
             const std::string& group, std::vector<Parameter>& parameters);

void collectField(const Field& field, const Json& value, const Ruled& ruled, const std::string& pointer,
                  const std::string& group, std::vector<Parameter>& parameters) {
    if (field.parameter && (value.is_number() || isWord(field, value)))
        parameters.push_back(makeParameter(field, ruled, pointer, group));
    if (!field.object) return;
    if (field.type == Field::Type::Object && value.is_object()) {
        const bool own = field.parameter || value.contains("name");
        collect(*field.object, value, ruled, pointer, own ? groupNameAt(pointer, value, ruled, *field.object) : group,
                parameters);
    }
    if (field.type != Field::Type::List || !value.is_array()) return;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const std::string element = pointer + "/" + std::to_string(i);
        collect(*field.object, value[i], ruled, element, groupNameAt(element, value[i], ruled, *field.object),
                parameters);
    }
}

void collect(const ObjectSchema& schema, const Json& object, const Ruled& ruled, const std::string& pointer,
             const std::string& group, std::vector<Parameter>& parameters) {
    const auto isSection = [](const Field& field) { return field.object && field.parameter; };
    // Sections come behind the values that have none, so that those stay together.
    for (const bool sections : {false, true}) {
        for (const Field& field : schema.fields) {
            const auto value = object.find(field.key);
            if (value == object.end() || isSection(field) != sections) continue;
            collectField(field, *value, ruled, pointer + "/" + pointerStep(field.key), group, parameters);
        }
    }
}

} // namespace

Parameter makeParameter(const Field& field, const Ruled& ruled, const std::string& pointer, const std::string& group) {
    Parameter parameter;
    parameter.pointer = std::string(ruled.root) + pointer;
    parameter.group = group;
    parameter.title = field.title;
    parameter.unit = field.unit;
    parameter.help = field.help;
    parameter.fallback = field.fallback;
    parameter.source = sourceOf(ruled.document, pointer);
    parameter.scale = field.scale;
    parameter.integer = field.type == Field::Type::Integer;
    if (field.type == Field::Type::Choice || field.type == Field::Type::Flag)
        return makeChoice(field, ruled, pointer, std::move(parameter));
    parameter.value = findPointer(ruled.document, pointer)->get<double>();
    const Json* original = findPointer(ruled.original, pointer);
    parameter.catalog_value = original != nullptr && original->is_number() ? original->get<double>() : parameter.value;
    setRange(parameter, field);
    return parameter;
}

void collectParameters(const ObjectSchema& schema, const Ruled& ruled, std::vector<Parameter>& parameters) {
    collect(schema, ruled.document, ruled, "", groupNameAt("", ruled.document, ruled, schema), parameters);
}

void addStated(const RequestKind& kind, const Json& request, const std::string& member,
               std::vector<Parameter>& parameters) {
    const auto stated = request.find(member);
    if (stated == request.end()) return;
    collectParameters(*kind.schema().find(member)->object, Ruled{*stated, *stated, "/" + member}, parameters);
}

Result<void> addStatedParameters(const RequestKind& kind, const Json& request, const Library&,
                                 std::vector<Parameter>& parameters) {
    addStated(kind, request, "workload", parameters);
    addStated(kind, request, "plan", parameters);
    return {};
}

namespace {

/// The device as the request names it, without the facts that it changes below /device.
const Json& namedDevice(const Json& request, const Json& original) {
    const Json& reference = hardwareReference(request);
    const bool whole = reference.is_object() && !reference.contains("base");
    const Json* own = findPointer(reference, whole ? "/device" : "/set/~1device");
    if (own == nullptr) return original.at("device");
    return own->is_object() && own->contains("base") ? own->at("base") : *own;
}

/// Those of the cluster's device, where the catalog has one that runs kernels.
void addDevice(const Json& request, const Json& cluster, const Json& original, const Library& library,
               std::vector<Parameter>& parameters) {
    const auto changed = resolveDevice(request, cluster, library);
    const auto usual = library.resolve(namedDevice(request, original), hardwarePointer(request), Role::Hardware);
    if (!changed || !usual || changed->value("kind", std::string()) != name(EntryKind::Gpu)) return;
    const std::string place = std::string(hardwarePointer(request)) + "/device";
    collectParameters(hardware::gpuSchema(), Ruled{*changed, *usual, place}, parameters);
}

} // namespace

Result<void> addHardwareParameters(const RequestKind& asked, const Json& request, const Library& library,
                                   std::vector<Parameter>& parameters) {
    auto document = resolveHardware(request, library);
    if (!document) return document.error();
    auto original = catalogHardware(request, library);
    if (!original) return original.error();
    const auto kind = entryKindNamed(document->value("kind", std::string()));
    if (!kind)
        return Error{"missing", "/hardware/kind", {"error.hardware-has-no-kind"}, {"accepted.npu-gpu-cluster"}, {}};
    for (Json* device : {&*document, &*original}) {
        // The runtime that holds where an entry names none can be chosen as well.
        const auto gpu =
            *kind == EntryKind::Gpu ? hardware::readGpu(*device, "/hardware") : Result<hardware::Gpu>(Error{});
        if (gpu && !device->contains("engine"))
            (*device)["engine"] = asked.serves ? servingRuntime(gpu->engine, library) : gpu->engine;
    }
    collectParameters(schemaOf(*kind), Ruled{*document, *original, hardwarePointer(request)}, parameters);
    if (*kind == EntryKind::Cluster && asked.runs_kernels)
        addDevice(request, *document, *original, library, parameters);
    return {};
}

} // namespace strata
