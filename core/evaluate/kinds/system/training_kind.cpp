// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/conversions/fitting_plan.h"
#include "core/evaluate/kinds/conversions/kernel_layers.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/kinds/system/training_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace strata {
namespace {

constexpr double kUsualSequence = 4096;
constexpr int kUsualGlobalBatch = 256;

Json trained(const Entry& workload, const Entry& cluster, const Entry& device, const Library& library) {
    const double longest = workload.document->value("max_seq", kUsualSequence);
    const std::string type = design::usualType(*device.document);
    const Json request{{"kind", "training"},
                       {"hardware", {{"cluster", cluster.id}, {"devices", 1}}},
                       {"workload",
                        {{"model", workload.id},
                         {"sequence", static_cast<std::int64_t>(std::min(kUsualSequence, longest))},
                         {"global_batch", kUsualGlobalBatch},
                         {"precision", type == "fp32" ? "fp16" : type}}},
                       {"plan", {{"micro_batch", 1}, {"zero", 1}}}};
    return design::withFittingDegrees(request, cluster, library);
}

/// A job takes devices of a cluster; a GPU stands for a cluster of such GPUs.
Result<Json> withHardware(const Json& request, const Entry& entry, const Library& library) {
    if (entry.kind == EntryKind::Cluster) return design::ontoPartOf(request, entry);
    if (entry.kind == EntryKind::Npu) return design::ontoNpu(request, entry, library);
    if (const Entry* cluster = design::clusterOf(entry.id, library)) return design::ontoPartOf(request, *cluster);
    return design::noClusterOf(entry);
}

std::optional<Error> obstacle(const Entry& workload, const Entry& machine, const Library& library) {
    if (auto error = design::textObstacle(workload, machine, library)) return error;
    if (machine.kind == EntryKind::Gpu && design::clusterOf(machine.id, library) == nullptr)
        return design::noClusterOf(machine);
    return std::nullopt;
}

Result<Json> begin(const design::Wish& wish, const Library& library) {
    const Entry* machine = library.find(wish.hardware);
    const Entry& cluster = machine->kind == EntryKind::Cluster ? *machine : *design::clusterOf(machine->id, library);
    return trained(*library.find(wish.workload), cluster, *design::deviceOf(cluster, library), library);
}

} // namespace

RequestKind trainingKind() {
    RequestKind kind;
    kind.id = "training";
    kind.title = "One step of training on devices of a cluster";
    kind.schema = schemaBy<trainingRequestSchema>;
    kind.starts = trainingStarts;
    kind.resolve = resolvedBy<resolveTraining>;
    kind.parameters = {addHardwareParameters, addTrainingParameters, addModelShape};
    kind.measured = "iteration_s";
    kind.hardware = {EntryKind::Cluster};
    kind.workloads = {EntryKind::Transformer};
    kind.with_hardware = withHardware;
    kind.with_model = design::withLanguageModel;
    kind.task =
        TaskForm{"train", "&Train it", "%1 trained on %2", {EntryKind::Gpu, EntryKind::Cluster}, obstacle, begin};
    kind.workspace = "cluster";
    kind.sample = "train-llama3-70b-h100.json";
    kind.devices = trainingDevicesField;
    kind.plans = true;
    return kind;
}

} // namespace strata
