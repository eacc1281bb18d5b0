// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/conversions/kernel_layers.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::design {
namespace {

/// An entry without what was changed in the request; nullptr for an inline document.
const Entry* entryOf(const Json& reference, const Library& library) {
    if (reference.is_string()) return library.find(reference.get_ref<const std::string&>());
    const auto base = reference.is_object() ? reference.find("base") : reference.end();
    return base == reference.end() || !base->is_string() ? nullptr : library.find(base->get_ref<const std::string&>());
}

Json hardwareOf(const Json& request, const Library& library) {
    if (!request.contains("hardware")) return Json::object();
    const auto document = resolveHardware(request, library);
    return document ? *document : Json::object();
}

/// Another question: what only the old one could use does not come along.
Json asked(const char* kind, const Json& before) {
    Json request{{"kind", kind}, {"hardware", before.at("hardware")}};
    const auto seed = before.find("seed");
    if (seed != before.end()) request["seed"] = *seed;
    const bool both_gpu = before.value("kind", std::string()) != "layer" && std::string_view(kind) != "layer";
    if (both_gpu && before.contains("method")) request["method"] = before["method"];
    return request;
}

Json movedTo(Json request, const Entry& hardware) {
    request["hardware"] = hardware.id;
    return request;
}

} // namespace

const Entry* firstOf(EntryKind kind, const Library& library) {
    const auto found = std::ranges::find(library.entries(), kind, &Entry::kind);
    return found == library.entries().end() ? nullptr : &*found;
}

bool runsOnGpu(const Json& request, const Library& library) {
    return hardwareOf(request, library).value("kind", std::string()) == name(EntryKind::Gpu);
}

Json withoutMapping(Json request) {
    removePointer(request, "/plan/mapping");
    if (const Json* plan = findPointer(request, "/plan"); plan && plan->empty()) removePointer(request, "/plan");
    removePointer(request, "/label");
    return request;
}

Result<Json> layerRequest(const Json& before, const Entry& model, std::string layer) {
    Json workload{{"model", model.id}};
    if (layer.empty()) {
        const Result<Json> layers = workload::listLayers(*model.document, {});
        if (!layers) return layers.error();
        if (layers->empty()) {
            return Error{"not-supported",
                         "/workload/model",
                         {"error.not-cut-into-single-layers", {{"name", model.name}}},
                         {"accepted.convolutional-network-or-transformer-or-gpu"},
                         {}};
        }
        layer = layers->front().value("name", std::string());
    }
    workload["layer"] = layer;
    const Json& old = before.at("workload");
    if (old.contains("model") && before.value("kind", std::string()) != "layer") {
        if (old.contains("batch")) workload["batch"] = old["batch"];
        if (old.contains("sequence") && model.kind == EntryKind::Transformer) workload["sequence"] = old["sequence"];
    }
    Json request = before.value("kind", std::string()) == "layer" ? withoutMapping(before) : asked("layer", before);
    request["workload"] = std::move(workload);
    return request;
}

Result<Json> modelRequest(const Json& before, const Entry& model, const Library& library) {
    const Json& old = before.at("workload");
    Json request = asked("model", before);
    request["workload"] = modelWorkload(*model.document, old, hardwareOf(before, library));
    if (before.contains("plan") && request["workload"]["phase"] == "decode") request["plan"] = before["plan"];
    return request;
}

Result<Json> kernelRequest(const Json& before, const Json& layer, const Library& library) {
    const Json gpu = hardwareOf(before, library);
    const std::string type = before.at("workload").value("dtype", std::string());
    auto kernel = kernelOfLayer(layer, type.empty() ? usualType(gpu) : supportedType(type, gpu));
    if (!kernel) return kernel.error();
    Json request = asked("kernel", before);
    request["workload"] = *std::move(kernel);
    return request;
}

Result<Json> ontoGpu(const Json& before, const Entry& gpu, const Library& library) {
    const Json request = movedTo(before, gpu);
    const Json& workload = request.at("workload");
    if (const Entry* model = entryOf(workload.value("model", Json()), library))
        return modelRequest(request, *model, library);
    return kernelRequest(request, workload, library);
}

Result<Json> ontoNpu(const Json& before, const Entry& npu, const Library& library) {
    const Json request = movedTo(before, npu);
    const Json& workload = request.at("workload");
    const Entry* model = entryOf(workload.value("model", Json()), library);
    if (!model && !workload.contains("model")) {
        if (auto layer = layerOfKernel(workload)) {
            Json next = asked("layer", request);
            next["workload"] = *std::move(layer);
            return next;
        }
    }
    if (!model || model->kind == EntryKind::Diffusion) model = firstOf(EntryKind::Cnn, library);
    if (!model) return Error{"not-found", "", {"error.catalog-has-no-network-to-start"}, {"accepted.at-least-one"}, {}};
    return layerRequest(request, *model, {});
}

void keepSupportedType(Json& request, const Json& gpu) {
    Json& workload = request["workload"];
    if (workload.contains("dtype")) workload["dtype"] = supportedType(workload["dtype"].get<std::string>(), gpu);
}

Result<Json> ontoOtherGpu(const Json& request, const Entry& gpu, const Library&) {
    Json next = request;
    const Json* engine = findPointer(request, "/hardware/set/~1engine");
    next["hardware"] = engine ? Json{{"base", gpu.id}, {"set", {{"/engine", *engine}}}} : Json(gpu.id);
    keepSupportedType(next, *gpu.document);
    removePointer(next, "/label");
    return next;
}

Result<Json> withWorkload(const Json& request, const Entry& model, const Library& library) {
    return runsOnGpu(request, library) ? modelRequest(request, model, library) : layerRequest(request, model, {});
}

Result<Json> onDevice(const Wish& wish, const Entry& device, const Library& library) {
    const Json start{{"hardware", device.id}, {"workload", Json::object()}};
    const Entry& workload = *library.find(wish.workload);
    if (wish.layer.empty()) return withWorkload(start, workload, library);
    return withLayerOf(start, workload, wish.layer, library);
}

Result<Json> withLayerOf(const Json& request, const Entry& model, std::string_view layer, const Library& library) {
    if (!runsOnGpu(request, library)) return layerRequest(request, model, std::string(layer));
    const auto document = workload::findLayer(*model.document, layer, layerListOptions(request.at("workload")));
    if (!document) return document.error();
    return kernelRequest(request, *document, library);
}

} // namespace strata::design
