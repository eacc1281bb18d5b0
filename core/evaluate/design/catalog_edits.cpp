// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/design/catalog_edits.h"

#include "core/evaluate/design/kernel_layers.h"
#include "core/evaluate/design/task_forms.h"
#include "core/evaluate/design/tasks.h"
#include "core/catalog/library.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/layer_query.h"
#include "core/workload/kernel/operators.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata::design {

namespace {

const Entry* first(const Library& library, EntryKind kind) {
    const auto found = std::ranges::find(library.entries(), kind, &Entry::kind);
    return found == library.entries().end() ? nullptr : &*found;
}

Result<const Entry*> entryNamed(const Library& library, std::string_view id) {
    if (const Entry* entry = library.find(id)) return entry;
    return Error{"not-found", "", "the catalog has no entry \"" + std::string(id) + "\"", "", {}};
}

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

SharedRequest shared(Json request) { return std::make_shared<const Json>(std::move(request)); }

/// Another question: what only the old one could use does not come along.
Json asked(const char* kind, const Json& before) {
    Json request{{"kind", kind}, {"hardware", before.at("hardware")}};
    const auto seed = before.find("seed");
    if (seed != before.end()) request["seed"] = *seed;
    const bool both_gpu = before.value("kind", std::string()) != "layer" && std::string_view(kind) != "layer";
    if (both_gpu && before.contains("method")) request["method"] = before["method"];
    return request;
}

/// A mapping is made for one hierarchy and one layer.
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
                         model.name + " is not cut into single layers",
                         "a convolutional network or a transformer, or a GPU for the whole model",
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

/// From an NPU to a GPU: the model that the layer is of, or the layer itself.
Result<Json> ontoGpu(const Json& request, const Library& library) {
    const Json& workload = request.at("workload");
    if (const Entry* model = entryOf(workload.value("model", Json()), library))
        return modelRequest(request, *model, library);
    return kernelRequest(request, workload, library);
}

/// From a GPU to an NPU: the model's first layer, or the layer that the kernel computes.
Result<Json> ontoNpu(const Json& request, const Library& library) {
    const Json& workload = request.at("workload");
    const Entry* model = entryOf(workload.value("model", Json()), library);
    if (!model && !workload.contains("model")) {
        if (auto layer = layerOfKernel(workload)) {
            Json next = asked("layer", request);
            next["workload"] = *std::move(layer);
            return next;
        }
    }
    if (!model || model->kind == EntryKind::Diffusion) model = first(library, EntryKind::Cnn);
    if (!model) return Error{"not-found", "", "the catalog has no network to start from", "at least one", {}};
    return layerRequest(request, *model, {});
}

/// A format of the workload that the device has units for.
void keepSupportedType(Json& request, const Json& gpu) {
    Json& workload = request["workload"];
    if (workload.contains("dtype")) workload["dtype"] = supportedType(workload["dtype"].get<std::string>(), gpu);
}

/// A training job takes devices of a cluster: as many as it had, at most all.
Json ontoPartOf(const Json& request, const Entry& cluster) {
    Json next = request;
    const std::int64_t all = cluster.document->value("devices_per_node", std::int64_t{1}) *
                             cluster.document->value("nodes", std::int64_t{1});
    const Json* had = findPointer(request, "/hardware/devices");
    next["hardware"] = {{"cluster", cluster.id},
                        {"devices", std::min(had != nullptr ? had->get<std::int64_t>() : all, all)}};
    removePointer(next, "/label");
    return next;
}

/// The same question on another GPU: the runtime stays, the format where the device has units for it. A training job
/// moves to a cluster of such GPUs.
Result<Json> ontoOtherGpu(const Json& request, const Entry& gpu, const Library& library) {
    if (request.value("kind", std::string()) == "training") {
        if (const Entry* cluster = clusterOf(gpu.id, library)) return ontoPartOf(request, *cluster);
        return Error{"not-supported", "", "no cluster of the catalog is made of " + gpu.name, "a cluster", {}};
    }
    Json next = request;
    const Json* engine = findPointer(request, "/hardware/set/~1engine");
    next["hardware"] = engine ? Json{{"base", gpu.id}, {"set", {{"/engine", *engine}}}} : Json(gpu.id);
    keepSupportedType(next, *gpu.document);
    removePointer(next, "/label");
    return next;
}

/// The same question on a cluster. One pass of a model on one GPU becomes one batch on its ranks.
Result<Json> ontoCluster(const Json& request, const Entry& cluster, const Library& library) {
    const std::string kind = request.value("kind", std::string());
    if (kind == "training") return ontoPartOf(request, cluster);
    Json next = request;
    if (kind == "model") {
        auto batch = asInference(request);
        if (!batch) return batch.error();
        next = **batch;
    } else if (kind != "inference" && kind != "serving" && kind != "collective") {
        return Error{"not-supported", "", cluster.name + " runs no single layer or kernel", "a language model", {}};
    }
    next["hardware"] = cluster.id;
    if (const Entry* device = library.find(cluster.document->value("device", std::string())))
        keepSupportedType(next, *device->document);
    removePointer(next, "/label");
    return next;
}

Result<SharedRequest> finished(Result<Json> request) {
    if (!request) return request.error();
    return shared(*std::move(request));
}

} // namespace

bool runsOnGpu(const Json& request, const Library& library) {
    return hardwareOf(request, library).value("kind", std::string()) == name(EntryKind::Gpu);
}

Result<SharedRequest> withHardware(const Json& request, std::string_view id, const Library& library) {
    const auto entry = entryNamed(library, id);
    if (!entry) return entry.error();
    const bool layer = request.value("kind", std::string()) == "layer";
    if ((*entry)->kind == EntryKind::Cluster) return finished(ontoCluster(request, **entry, library));
    Json next = request;
    next["hardware"] = (*entry)->id;
    if ((*entry)->kind == EntryKind::Npu)
        return layer ? shared(withoutMapping(std::move(next))) : finished(ontoNpu(next, library));
    return layer ? finished(ontoGpu(next, library)) : finished(ontoOtherGpu(request, **entry, library));
}

Result<SharedRequest> withModel(const Json& request, std::string_view model, const Library& library) {
    const auto entry = entryNamed(library, model);
    if (!entry) return entry.error();
    const std::string kind = request.value("kind", std::string());
    if (kind == "serving" || kind == "inference" || kind == "training") {
        if ((*entry)->kind != EntryKind::Transformer) {
            return Error{"not-supported",
                         "/workload/model",
                         (*entry)->name + " is no language model",
                         "a transformer, or a design of kind model",
                         {}};
        }
        Json next = request;
        next["workload"]["model"] = (*entry)->id;
        removePointer(next, "/label");
        return shared(std::move(next));
    }
    return finished(runsOnGpu(request, library) ? modelRequest(request, **entry, library)
                                                : layerRequest(request, **entry, {}));
}

Result<SharedRequest> withLayer(const Json& request, std::string_view model, std::string_view layer,
                                const Library& library) {
    const auto entry = entryNamed(library, model);
    if (!entry) return entry.error();
    if (!runsOnGpu(request, library)) return finished(layerRequest(request, **entry, std::string(layer)));
    const auto document = workload::findLayer(*(*entry)->document, layer, layerListOptions(request.at("workload")));
    if (!document) return document.error();
    return finished(kernelRequest(request, *document, library));
}

Result<SharedRequest> firstRequest(const Library& library) {
    const Entry* hardware = first(library, EntryKind::Npu);
    const Entry* network = first(library, EntryKind::Cnn);
    if (!hardware || !network)
        return Error{"not-found", "", "the catalog has no NPU or no network to start from", "at least one of each", {}};
    const Json start{{"kind", "layer"}, {"hardware", hardware->id}, {"workload", Json::object()}};
    return finished(layerRequest(start, *network, {}));
}

} // namespace strata::design
