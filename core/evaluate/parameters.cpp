// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/layer_query.h"
#include "core/hardware/npu_json.h"
#include "core/workload/operators.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// A document with the schema that rules it, and the same document before the request changed it.
struct Ruled {
    const Json& document;
    const Json& original;
    std::string_view root;  ///< pointer of the document in a request
};

// A slider spans this factor around the catalog's value: the whole range of a schema would leave no room to aim.
constexpr double kReach = 256.0;
constexpr double kLeastTop = 1024.0;  // of whole numbers, which are often 1 in the catalog

void setRange(Parameter& parameter, const Field& field) {
    const double centre = std::max(std::abs(parameter.catalog_value), std::numeric_limits<double>::min());
    const double top = parameter.integer ? std::max(centre * kReach, kLeastTop) : centre * kReach;
    const double bottom = parameter.integer ? std::floor(centre / kReach) : centre / kReach;
    parameter.minimum = std::min(std::max(field.minimum, bottom), parameter.value);
    parameter.maximum = std::max(std::min(field.maximum, top), parameter.value);
}

Parameter makeParameter(const Field& field, const Ruled& ruled, const std::string& pointer, const std::string& group) {
    Parameter parameter;
    parameter.pointer = std::string(ruled.root) + pointer;
    parameter.group = group;
    parameter.title = field.title;
    parameter.unit = field.unit;
    parameter.help = field.help;
    parameter.source = sourceOf(ruled.document, pointer);
    parameter.scale = field.scale;
    parameter.integer = field.type == Field::Type::Integer;
    parameter.value = findPointer(ruled.document, pointer)->get<double>();
    const Json* original = findPointer(ruled.original, pointer);
    parameter.catalog_value = original != nullptr && original->is_number() ? original->get<double>() : parameter.value;
    setRange(parameter, field);
    return parameter;
}

/// What people call the thing that an object describes.
std::string groupName(const Json& object, const ObjectSchema& schema) {
    for (const char* key : {"title", "name"}) {
        if (const auto found = object.find(key); found != object.end() && found->is_string()) return found->get<std::string>();
    }
    return schema.title;
}

void collect(const ObjectSchema& schema, const Json& object, const Ruled& ruled, const std::string& pointer,
             const std::string& group, std::vector<Parameter>& parameters);

void collectField(const Field& field, const Json& value, const Ruled& ruled, const std::string& pointer,
                  const std::string& group, std::vector<Parameter>& parameters) {
    if (field.parameter && value.is_number()) parameters.push_back(makeParameter(field, ruled, pointer, group));
    if (!field.object) return;
    if (field.type == Field::Type::Object && value.is_object()) {
        const bool named = value.contains("name");
        collect(*field.object, value, ruled, pointer, named ? groupName(value, *field.object) : group, parameters);
    }
    if (field.type != Field::Type::List || !value.is_array()) return;
    for (std::size_t i = 0; i < value.size(); ++i) {
        collect(*field.object, value[i], ruled, pointer + "/" + std::to_string(i), groupName(value[i], *field.object),
                parameters);
    }
}

void collect(const ObjectSchema& schema, const Json& object, const Ruled& ruled, const std::string& pointer,
             const std::string& group, std::vector<Parameter>& parameters) {
    for (const Field& field : schema.fields) {
        const auto value = object.find(field.key);
        if (value == object.end()) continue;
        collectField(field, *value, ruled, pointer + "/" + pointerStep(field.key), group, parameters);
    }
}

/// The catalog's own document of the request's hardware.
Result<Json> catalogHardware(const Json& request, const Library& library) {
    const Json& reference = request.at("hardware");
    if (!reference.is_object() || !reference.contains("base")) return resolveHardware(request, library);
    return library.resolve(reference["base"], "/hardware/base", Role::Hardware);
}

Result<void> addHardware(const Json& request, const Library& library, std::vector<Parameter>& parameters) {
    const auto document = resolveHardware(request, library);
    if (!document) return document.error();
    const auto original = catalogHardware(request, library);
    if (!original) return original.error();
    const Ruled ruled{*document, *original, "/hardware"};
    collect(hardware::npuSchema(), *document, ruled, "", groupName(*document, hardware::npuSchema()), parameters);
    return {};
}

Result<void> addLayer(const Json& request, const Library& library, std::vector<Parameter>& parameters) {
    const auto layer = resolveLayerDocument(request, library);
    if (!layer) return layer.error();
    const auto original = catalogLayerDocument(request, library);
    if (!original) return original.error();
    const ObjectSchema& schema = workload::layerSchema();
    const Ruled ruled{*layer, *original, "/workload"};
    const bool of_model = request["workload"].contains("model");
    const std::string source =
        of_model && request["workload"]["model"].is_string()
            ? "Layer " + layer->value("name", std::string()) + " of " + request["workload"]["model"].get<std::string>()
            : std::string();
    for (const std::string& key : workload::operatorDimensions(layer->value("operator", std::string()))) {
        // In a model's layer, `batch` chooses how many inputs the model gets; see addListing().
        if ((of_model && key == "batch") || !layer->contains(key)) continue;
        const Field* field = schema.find(key);
        if (field == nullptr || !field->parameter) continue;
        parameters.push_back(makeParameter(*field, ruled, "/" + key, schema.title));
        if (parameters.back().source.empty()) parameters.back().source = source;
    }
    return {};
}

/// What a transformer is asked about: sequences and tokens, from which its layers follow.
Result<void> addListing(const Json& request, const Library& library, std::vector<Parameter>& parameters) {
    const Json& workload = request["workload"];
    if (!workload.contains("model")) return {};
    const auto model = library.resolve(workload["model"], "/workload/model", Role::Workload);
    if (!model) return model.error();
    if (model->value("kind", std::string()) != "transformer") return {};
    const ObjectSchema& schema = *requestSchema(RequestKind::Layer).find("workload")->object;
    for (const char* key : {"batch", "sequence"}) {
        if (!workload.contains(key)) continue;
        const Ruled ruled{workload, workload, "/workload"};
        parameters.push_back(makeParameter(*schema.find(key), ruled, std::string("/") + key, "Model"));
    }
    return {};
}

}  // namespace

Result<std::vector<Parameter>> parametersOf(const Json& request, const Library& library) {
    if (const auto parsed = parseRequest(request); !parsed) return parsed.error();
    std::vector<Parameter> parameters;
    for (const auto add : {addHardware, addListing, addLayer}) {
        if (auto added = add(request, library, parameters); !added) return added.error();
    }
    return parameters;
}

}  // namespace strata
