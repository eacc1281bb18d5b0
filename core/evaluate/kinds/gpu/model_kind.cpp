// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/gpu/model_query.h"
#include "core/evaluate/kinds/hardware_query.h"
#include "core/evaluate/kinds/npu/npu_model_query.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

bool runsOnNpu(const Json& request, const Library& library) {
    const auto hardware = resolveHardware(request, library);
    return hardware && hardware->value("kind", std::string()) == name(EntryKind::Npu);
}

/// GPUs and NPUs resolve to queries of their own.
Result<Resolved> resolve(const Json& request, const Library& library) {
    return runsOnNpu(request, library) ? resolvedBy<resolveNpuModel>(request, library)
                                       : resolvedBy<resolveModel>(request, library);
}

/// What of the question an NPU is asked as well: number formats, runtimes and shares of devices stay behind.
Json ontoWholeNpu(const Json& request, const Entry& npu) {
    Json next{{"kind", "model"}, {"hardware", npu.id}, {"workload", Json::object()}};
    for (const char* key : {"model", "phase", "batch", "sequence", "cached", "image"}) {
        if (const Json* stated = findPointer(request, std::string("/workload/") + key)) next["workload"][key] = *stated;
    }
    if (const Json* network = findPointer(request, "/plan/network")) next["plan"]["network"] = *network;
    return next;
}

Result<Json> ontoOtherDevice(const Json& request, const Entry& gpu, const Library& library) {
    Json next = request;
    removePointer(next, "/plan/network");
    if (const Json* plan = findPointer(next, "/plan"); plan && plan->empty()) removePointer(next, "/plan");
    if (!runsOnNpu(request, library)) return design::ontoOtherGpu(next, gpu, library);
    removePointer(next, "/method");
    removePointer(next, "/label");
    next["hardware"] = gpu.id;
    next["workload"]["dtype"] = "bf16";
    design::keepSupportedType(next, *gpu.document);
    return next;
}

/// On a cluster, one pass of a model becomes one batch on its ranks. No NPU trains: it is asked for single layers then.
Result<Json> withHardware(const Json& request, const Entry& entry, const Library& library) {
    if (entry.kind == EntryKind::Npu) {
        const bool trains = request.at("workload").value("phase", std::string()) == "training";
        return trains ? design::ontoNpu(request, entry, library) : Result<Json>(ontoWholeNpu(request, entry));
    }
    if (entry.kind != EntryKind::Cluster) return ontoOtherDevice(request, entry, library);
    auto batch = design::inferenceOf(request);
    return batch ? design::ontoWholeCluster(*batch, entry, library) : batch;
}

Result<Json> withModel(const Json& request, const Entry& model, const Library& library) {
    if (!runsOnNpu(request, library)) return design::withWorkload(request, model, library);
    auto next = design::modelRequest(request, model, library);
    if (next) removePointer((*next)["workload"], "/dtype");
    return next;
}

std::optional<Error> obstacle(const Entry&, const Entry&, const Library&) { return std::nullopt; }

Result<Json> begin(const design::Wish& wish, const Library& library) {
    return design::onDevice(wish, *library.find(wish.hardware), library);
}

} // namespace

RequestKind modelKind() {
    RequestKind kind;
    kind.id = "model";
    kind.title = "One pass of a model on a GPU or an NPU";
    kind.schema = schemaBy<modelRequestSchema>;
    kind.starts = modelStarts;
    kind.resolve = resolve;
    kind.parameters = {addHardwareParameters, addModelParameters, addModelShape};
    kind.headline = {"latency_s", "energy_j", "memory_bytes", "gamma"};
    kind.hardware = {EntryKind::Gpu, EntryKind::Npu};
    kind.workloads = {EntryKind::Cnn, EntryKind::Transformer, EntryKind::Diffusion, EntryKind::Graph};
    kind.conversions = {{kOneBatch, design::inferenceOf}, {kUnderLoad, design::servingOf}};
    kind.with_hardware = withHardware;
    kind.with_model = withModel;
    kind.task = TaskForm{"run", "&Run it once", "%1 on %2", {EntryKind::Gpu}, obstacle, begin};
    kind.workspace = "gpu";
    kind.sample = "gpt2-large-a100.json";
    return kind;
}

} // namespace strata
