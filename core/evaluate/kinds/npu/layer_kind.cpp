// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/catalog/library.h"
#include "core/evaluate/design/tasks.h"
#include "core/evaluate/kinds/builtin_kinds.h"
#include "core/evaluate/kinds/conversions/conversions.h"
#include "core/evaluate/kinds/npu/layer_query.h"
#include "core/evaluate/parameter_collect.h"
#include "core/evaluate/request_parts.h"
#include "core/npu/search/refit.h"
#include "core/workload/kernel/operators.h"

#include <nlohmann/json.hpp>

namespace strata {
namespace {

/// A mapping of the request follows the layer, so that a dragged dimension always leaves a well-formed loop nest.
Result<void> refitMapping(const Json& before, const Resolved& known, Json& after, const Library& library) {
    if (findPointer(before, "/plan/mapping") == nullptr) return {};
    auto old_query = known.as<LayerQuery>();
    if (!old_query) {
        auto query = resolveLayer(before, library);
        if (!query) return {};
        old_query = std::make_shared<const LayerQuery>(*std::move(query));
    }
    const auto layer = resolveLayerDocument(after, library);
    if (!layer) return layer.error();
    const auto problem = workload::buildProblem(*layer, "/workload");
    if (!problem) return problem.error();
    if (problem->dimensions.size() != old_query->problem.dimensions.size()) return {};
    for (std::size_t d = 0; d < problem->dimensions.size(); ++d) {
        if (problem->dimensions[d].name != old_query->problem.dimensions[d].name) return {};
    }
    const npu::Mapping fitted = npu::refit(old_query->mapping, *problem);
    if (fitted == old_query->mapping) return {};
    after["plan"]["mapping"] = npu::writeMapping(fitted, old_query->architecture, *problem);
    return {};
}

Result<Json> withHardware(const Json& request, const Entry& entry, const Library& library) {
    if (entry.kind == EntryKind::Cluster) return design::notOnClusters(entry);
    if (entry.kind == EntryKind::Gpu) return design::ontoGpu(request, entry, library);
    Json next = request;
    next["hardware"] = entry.id;
    return design::withoutMapping(std::move(next));
}

std::optional<Error> obstacle(const Entry& workload, const Entry&, const Library&) {
    if (workload.kind != EntryKind::Diffusion) return std::nullopt;
    return Error{"not-supported",
                 "",
                 {"error.not-cut-into-single-layers", {{"name", workload.name}}},
                 {"accepted.gpu-for-whole-model"},
                 {}};
}

Result<Json> begin(const design::Wish& wish, const Library& library) {
    return design::onDevice(wish, *library.find(wish.hardware), library);
}

} // namespace

RequestKind layerKind() {
    RequestKind kind;
    kind.id = "layer";
    kind.title = "One layer on an NPU, with its mapping";
    kind.schema = schemaBy<layerRequestSchema>;
    kind.resolve = resolvedBy<resolveValidLayer>;
    kind.parameters = {addHardwareParameters, addLayerParameters};
    kind.plotted = "energy_j";
    kind.hardware = {EntryKind::Npu};
    kind.workloads = {EntryKind::Cnn, EntryKind::Transformer, EntryKind::Graph};
    kind.with_hardware = withHardware;
    kind.with_model = design::withWorkload;
    kind.task = TaskForm{"run", "&Run it once", "%1 on %2", {EntryKind::Npu}, obstacle, begin};
    kind.workspace = "npu";
    kind.sample = "resnet50-conv1-eyeriss.json";
    kind.by_layer = true;
    kind.inherited = catalogLayerDocument;
    kind.follow = refitMapping;
    return kind;
}

} // namespace strata
