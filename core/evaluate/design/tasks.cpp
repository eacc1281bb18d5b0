// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evaluate/design/tasks.h"

#include "core/catalog/library.h"
#include "core/evaluate/design/fitting_plan.h"
#include "core/evaluate/design/kernel_layers.h"
#include "core/evaluate/design/task_forms.h"
#include "core/evaluate/kinds/hardware_query.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace strata::design {
namespace {

constexpr std::array kTasks{Task::Run, Task::Serve, Task::Train};
constexpr double kUsualSequence = 4096;
constexpr int kUsualGlobalBatch = 256;

bool isDecoder(const Entry& workload) {
    return workload.kind == EntryKind::Transformer &&
           workload.document->value("architecture", std::string("decoder")) == "decoder";
}

Error notSupported(std::string text, std::string expected) {
    return {"not-supported", "", std::move(text), std::move(expected), {}};
}

/// The device that computes: the entry itself, or what a cluster is made of; nullptr where the catalog has no such GPU.
const Entry* deviceOf(const Entry& hardware, const Library& library) {
    if (hardware.kind != EntryKind::Cluster) return &hardware;
    const Entry* device = library.find(hardware.document->value("device", std::string()));
    return device != nullptr && device->kind == EntryKind::Gpu ? device : nullptr;
}

/// The workload on one device, without a cluster around it.
Result<SharedRequest> onDevice(const Wish& wish, const Entry& device, const Library& library) {
    const bool npu = device.kind == EntryKind::Npu;
    const Json start{{"kind", npu ? "layer" : "model"}, {"hardware", device.id}, {"workload", Json::object()}};
    return wish.layer.empty() ? withModel(start, wish.workload, library)
                              : withLayer(start, wish.workload, wish.layer, library);
}

Result<SharedRequest> served(const Wish& wish, const Entry& hardware, const Entry& device, const Library& library) {
    const auto run = onDevice(wish, device, library);
    if (!run) return run.error();
    auto next = wish.task == Task::Serve ? asServing(**run) : asInference(**run);
    if (!next) return next.error();
    Json request = **next;
    request["hardware"] = hardware.id;
    return std::make_shared<const Json>(withFittingRanks(std::move(request), hardware, library));
}

Json trained(const Entry& workload, const Entry& cluster, const Entry& device, const Library& library) {
    const double longest = workload.document->value("max_seq", kUsualSequence);
    const std::string type = usualType(*device.document);
    const Json request{{"kind", "training"},
                       {"hardware", {{"cluster", cluster.id}, {"devices", 1}}},
                       {"workload",
                        {{"model", workload.id},
                         {"sequence", static_cast<std::int64_t>(std::min(kUsualSequence, longest))},
                         {"global_batch", kUsualGlobalBatch},
                         {"precision", type == "fp32" ? "fp16" : type}}},
                       {"plan", {{"micro_batch", 1}, {"zero", 1}}}};
    return withFittingDegrees(request, cluster, library);
}

/// The id that a reference names by itself or as its base; empty for an inline document.
std::string idOf(const Json* reference) {
    if (reference == nullptr) return {};
    if (reference->is_string()) return *reference;
    return reference->is_object() ? reference->value("base", std::string()) : std::string();
}

std::optional<Error> clusterObstacle(const Entry& hardware, const Library& library) {
    if (deviceOf(hardware, library) != nullptr) return std::nullopt;
    return notSupported(hardware.name + " is made of devices that the catalog has no model of", "a cluster of GPUs");
}

} // namespace

std::span<const Task> tasks() { return kTasks; }

std::string_view name(Task task) {
    constexpr std::array<std::string_view, 3> kNames{"run", "serve", "train"};
    return kNames[static_cast<std::size_t>(task)];
}

Wish wishOf(const Json& request) {
    const std::string kind = request.value("kind", std::string());
    const Task task = kind == "serving" ? Task::Serve : kind == "training" ? Task::Train : Task::Run;
    const Json* hardware = request.contains("hardware") ? &hardwareReference(request) : nullptr;
    return {idOf(findPointer(request, "/workload/model")), {}, idOf(hardware), task};
}

bool sameWork(const Json& a, const Json& b) {
    const auto same = [&](std::string_view pointer) {
        const Json *of_a = findPointer(a, pointer), *of_b = findPointer(b, pointer);
        const std::string id_a = idOf(of_a), id_b = idOf(of_b);
        // A changed model is still that model; two documents without a name are the same only if they are equal.
        if (!id_a.empty() || !id_b.empty()) return id_a == id_b;
        return of_a == nullptr || of_b == nullptr ? of_a == of_b : *of_a == *of_b;
    };
    return same("/kind") && same("/workload/model") && same("/workload/layer") && same("/workload/operator") &&
           same("/workload/phase") && same("/workload/collective");
}

const Entry* clusterOf(std::string_view gpu, const Library& library) {
    const auto found = std::ranges::find_if(library.entries(), [gpu](const Entry& entry) {
        return entry.kind == EntryKind::Cluster && entry.document->value("device", std::string()) == gpu;
    });
    return found == library.entries().end() ? nullptr : &*found;
}

std::optional<Error> obstacle(const Entry& workload, const Entry& hardware, Task task, const Library& library) {
    if (hardware.kind == EntryKind::Npu) {
        if (task != Task::Run)
            return notSupported(hardware.name + " is asked layer by layer", "a GPU or a cluster to serve or train");
        if (workload.kind != EntryKind::Diffusion) return std::nullopt;
        return notSupported(workload.name + " is not cut into single layers", "a GPU for the whole model");
    }
    if (hardware.kind == EntryKind::Cluster)
        if (auto error = clusterObstacle(hardware, library)) return error;
    const bool one_device = hardware.kind == EntryKind::Gpu && task == Task::Run;
    if (!one_device && !isDecoder(workload))
        return notSupported(workload.name + " does not generate text", "a language model that decodes, or one GPU");
    if (task == Task::Train && hardware.kind == EntryKind::Gpu && clusterOf(hardware.id, library) == nullptr)
        return notSupported("no cluster of the catalog is made of " + hardware.name, "a cluster");
    return std::nullopt;
}

Result<SharedRequest> newDesign(const Wish& wish, const Library& library) {
    const Entry* workload = library.find(wish.workload);
    const Entry* hardware = library.find(wish.hardware);
    for (const auto& [entry, id] : {std::pair{workload, &wish.workload}, std::pair{hardware, &wish.hardware}}) {
        if (entry == nullptr) return Error{"not-found", "", "the catalog has no entry \"" + *id + "\"", "", {}};
    }
    if (auto error = obstacle(*workload, *hardware, wish.task, library)) return *error;
    if (wish.task == Task::Train) {
        const Entry* cluster = hardware->kind == EntryKind::Cluster ? hardware : clusterOf(hardware->id, library);
        return std::make_shared<const Json>(trained(*workload, *cluster, *deviceOf(*cluster, library), library));
    }
    const Entry& device = *deviceOf(*hardware, library);
    if (wish.task == Task::Run && hardware->kind != EntryKind::Cluster) return onDevice(wish, device, library);
    Wish whole = wish;
    whole.layer.clear();
    return served(whole, *hardware, device, library);
}

} // namespace strata::design
