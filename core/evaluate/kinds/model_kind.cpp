// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/model_query.h"
#include "core/evaluate/kinds/request_starts.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// On a cluster, one pass of a model becomes one batch on its ranks.
Result<Json> withHardware(const Json& request, const Entry& entry, const Library& library) {
    if (entry.kind == EntryKind::Npu) return design::ontoNpu(request, entry, library);
    if (entry.kind != EntryKind::Cluster) return design::ontoOtherGpu(request, entry, library);
    auto batch = design::inferenceOf(request);
    return batch ? design::ontoWholeCluster(*batch, entry, library) : batch;
}

std::optional<Error> obstacle(const Entry&, const Entry&, const Library&) { return std::nullopt; }

Result<Json> begin(const design::Wish& wish, const Library& library) {
    return design::onDevice(wish, *library.find(wish.hardware), library);
}

} // namespace

RequestKind modelKind() {
    RequestKind kind;
    kind.id = "model";
    kind.title = "One pass of a model on a GPU";
    kind.schema = schemaBy<modelRequestSchema>;
    kind.starts = modelStarts;
    kind.resolve = resolvedBy<resolveModel>;
    kind.parameters = {addHardwareParameters, addModelParameters, addModelShape};
    kind.headline = {"latency_s", "energy_j", "memory_bytes", "gamma"};
    kind.hardware = {EntryKind::Gpu};
    kind.workloads = {EntryKind::Cnn, EntryKind::Transformer, EntryKind::Diffusion, EntryKind::Graph};
    kind.conversions = {{kOneBatch, design::inferenceOf}, {kUnderLoad, design::servingOf}};
    kind.with_hardware = withHardware;
    kind.with_model = design::withWorkload;
    kind.task = TaskForm{"run", "&Run it once", "%1 on %2", {EntryKind::Gpu}, obstacle, begin};
    kind.workspace = "gpu";
    kind.sample = "gpt2-large-a100.json";
    return kind;
}

} // namespace strata
