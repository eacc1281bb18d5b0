// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

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
Result<void> addListing(const RequestKind& kind, const Json& request, const Library& library,
                        std::vector<Parameter>& parameters) {
    const Json& workload = request["workload"];
    if (!workload.contains("model")) return {};
    const auto model = library.resolve(workload["model"], "/workload/model", Role::Workload);
    if (!model) return model.error();
    if (model->value("kind", std::string()) != "transformer") return {};
    const ObjectSchema& schema = *kind.schema().find("workload")->object;
    for (const char* key : {"batch", "sequence"}) {
        if (!workload.contains(key)) continue;
        const Ruled ruled{workload, workload, "/workload"};
        parameters.push_back(makeParameter(*schema.find(key), ruled, std::string("/") + key, "Model"));
    }
    return {};
}

} // namespace

Result<void> addLayerParameters(const RequestKind& kind, const Json& request, const Library& library,
                                std::vector<Parameter>& parameters) {
    if (auto added = addListing(kind, request, library, parameters); !added) return added;
    return addLayer(request, library, parameters);
}

} // namespace strata
